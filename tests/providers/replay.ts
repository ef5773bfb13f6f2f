import { createAnswerAccumulator } from '@tollgate/providers/adapter/accumulate';
import type { ChatMapper, MappedEvent, Endpoint } from '@tollgate/providers/adapter/adapter';
import { createDeframer } from '@tollgate/providers/framing/framing';

/** Runs the bytes of a stream through framing and mapping, cut at the given offsets. */
export function replayStream(
  chat: ChatMapper,
  endpoint: Endpoint,
  { bytes, cuts }: { bytes: Buffer; cuts: readonly number[] },
): MappedEvent[] {
  const mapper = chat.stream(endpoint);
  const deframer = createDeframer(chat.framing);
  const offsets = [0, ...cuts, bytes.length];
  const events: MappedEvent[] = [];
  for (let at = 1; at < offsets.length; at += 1) {
    const piece = bytes.subarray(offsets[at - 1], offsets[at]);
    for (const event of deframer.push(piece)) events.push(...mapper.push(event));
  }
  for (const event of deframer.end()) events.push(...mapper.push(event));
  return [...events, ...mapper.end()];
}

/** The whole answer that a stream's events make up. */
export function accumulated(
  events: readonly MappedEvent[],
): ReturnType<ReturnType<typeof createAnswerAccumulator>['answer']> {
  const accumulator = createAnswerAccumulator();
  accumulator.push(events);
  return accumulator.answer();
}

/** Numbers from a seed, so that a failure can be repeated. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Sorted offsets at which to cut, `count` of them. */
export function randomCuts(length: number, count: number, random: () => number): number[] {
  const cuts = Array.from({ length: count }, () => Math.floor(random() * length));
  return cuts.sort((left, right) => left - right);
}
