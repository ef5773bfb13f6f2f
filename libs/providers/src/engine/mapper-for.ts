import type { ChatRequest } from '@tollgate/contract/chat';
import type { ChatMapper, Credential, Family, Endpoint } from '../adapter/adapter.ts';
import { withExtras } from './extras.ts';
import { withFittingNames } from './tool-names.ts';

/** The mapper that one request and its answer go through. */
export function mapperFor(
  chat: ChatMapper,
  request: ChatRequest,
  { family, endpoint, credential }: { family: Family; endpoint: Endpoint; credential: Credential },
): ChatMapper {
  const found = chat.forRequest?.(request, endpoint, credential) ?? chat;
  const mapper = withExtras(found, request, family.extras);
  return withFittingNames(mapper, request, family.facts?.(endpoint).toolName?.value);
}
