import type { ChatRequest } from '@tollgate/contract/chat';
import type { ChatMapper, Credential, Family, Target } from './adapter.ts';
import { withExtras } from './extras.ts';
import { withFittingNames } from './tool-names.ts';

/** The mapper that one request and its answer go through. */
export function mapperFor(
  chat: ChatMapper,
  request: ChatRequest,
  { family, target, credential }: { family: Family; target: Target; credential: Credential },
): ChatMapper {
  const found = chat.forRequest?.(request, target, credential) ?? chat;
  const mapper = withExtras(found, request, family.extras);
  return withFittingNames(mapper, request, family.facts?.(target).toolName?.value);
}
