import type { ChatRequest } from '@tollgate/contract/chat';
import type { ChatMapper, Credential, Target } from './adapter.ts';

/** The mapper that one request and its answer go through. */
export function mapperFor(
  chat: ChatMapper,
  request: ChatRequest,
  { target, credential }: { target: Target; credential: Credential },
): ChatMapper {
  return chat.forRequest?.(request, target, credential) ?? chat;
}
