import { inPlace } from '@tollgate/contract/extensions';
import type { ChatMapper } from '../../adapter.ts';
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
    toWire(request, target, stream) {
      const wire = toWireRequest(request, target, { dialect: dialectOf(target), stream });
      return request.unknown === undefined ? wire : inPlace(wire);
    },
    fromWire: (reply, target) => fromWireReply(reply, target, dialectOf(target)),
    usageIn: (reply, target) =>
      usageFromWire(asObject(reply)['usage'], dialectOf(target).usage).usage,
    modelIn: (reply) => asObject(reply)['model'],
    stream: (target) => createChatStream(target, dialectOf(target)),
  };
}
