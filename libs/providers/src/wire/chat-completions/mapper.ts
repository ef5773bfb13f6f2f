import { inPlace } from '@tollgate/contract/extensions';
import type { ChatMapper } from '../../adapter/adapter.ts';
import { asObject } from '../../json.ts';
import type { DialectOf } from './dialect.ts';
import { toWireRequest } from './request.ts';
import { fromWireReply } from './response.ts';
import { createChatStream } from './stream.ts';
import { usageFromWire } from './usage.ts';

/** Chat over the chat-completions wire, for families that speak it. */
export function chatCompletions(dialectOf: DialectOf): ChatMapper {
  return {
    framing: 'sse',
    path: () => '/chat/completions',
    toWire(request, endpoint, stream) {
      const wire = toWireRequest(request, endpoint, { dialect: dialectOf(endpoint), stream });
      return request.unknown === undefined ? wire : inPlace(wire);
    },
    fromWire: (reply, endpoint) => fromWireReply(reply, endpoint, dialectOf(endpoint)),
    usageIn: (reply, endpoint) =>
      usageFromWire(asObject(reply)['usage'], dialectOf(endpoint).usage).usage,
    modelIn: (reply) => asObject(reply)['model'],
    stream: (endpoint) => createChatStream(endpoint, dialectOf(endpoint)),
  };
}
