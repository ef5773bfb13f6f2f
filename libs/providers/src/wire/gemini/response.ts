import type { MappedAnswer, Endpoint } from '../../adapter/adapter.ts';
import { createAnswerAccumulator } from '../../adapter/accumulate.ts';
import { createAnswerReader } from './answer.ts';

/**
 * A whole answer from the provider's JSON: one reply, or the list of replies that a stream consists
 * of when it is not requested as events.
 * @throws ProviderError when it is an error in spite of its status, or not what the wire promises
 */
export function fromWireReply(reply: unknown, endpoint: Endpoint): MappedAnswer {
  const reader = createAnswerReader(endpoint, { isWhole: true });
  const accumulator = createAnswerAccumulator();
  const replies = Array.isArray(reply) ? (reply as unknown[]) : [reply];
  for (const one of replies) accumulator.push(reader.push(one));
  accumulator.push(reader.end());
  return accumulator.answer();
}
