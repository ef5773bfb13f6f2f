import type { ChatRequest } from '@tollgate/contract/chat';
import type { ChatMapper, Credential, Family, Target } from './adapter.ts';
import { withFittingNames } from './tool-names.ts';

/** The mapper that one request and its answer go through. */
export function mapperFor(
  chat: ChatMapper,
  request: ChatRequest,
  { family, target, credential }: { family: Family; target: Target; credential: Credential },
): ChatMapper {
  const mapper = chat.forRequest?.(request, target, credential) ?? chat;
  return withFittingNames(mapper, request, family.limits?.(target).toolName);
}
