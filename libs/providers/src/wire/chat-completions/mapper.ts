import type { ChatMapper } from '../../adapter.ts';
import type { DialectOf } from './dialect.ts';
import { toWireRequest } from './request.ts';
import { fromWireReply } from './response.ts';
import { createChatStream } from './stream.ts';

/** Chat over the chat-completions wire, for families that speak it. */
export function chatCompletions(dialectOf: DialectOf): ChatMapper {
  return {
    framing: 'sse',
    path: () => '/chat/completions',
    toWire: (request, target, stream) =>
      toWireRequest(request, target, { dialect: dialectOf(target), stream }),
    fromWire: (reply, target) => fromWireReply(reply, target, dialectOf(target)),
    stream: (target) => createChatStream(target, dialectOf(target)),
  };
}
