import { createAnswerAccumulator } from '@tollgate/providers/accumulate';
import type { ChatMapper, MappedEvent, Target } from '@tollgate/providers/adapter';
import { createDeframer } from '@tollgate/providers/framing/framing';

/** Runs the bytes of a stream through framing and mapping, cut at the given places. */
export function replayStream(
  chat: ChatMapper,
  target: Target,
  { bytes, cuts }: { bytes: Buffer; cuts: readonly number[] },
): MappedEvent[] {
  const mapper = chat.stream(target);
  const deframer = createDeframer(chat.framing);
  const places = [0, ...cuts, bytes.length];
  const events: MappedEvent[] = [];
  for (let at = 1; at < places.length; at += 1) {
    const piece = bytes.subarray(places[at - 1], places[at]);
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

/** Sorted places at which to cut, `count` of them. */
export function randomCuts(length: number, count: number, random: () => number): number[] {
  const cuts = Array.from({ length: count }, () => Math.floor(random() * length));
  return cuts.sort((left, right) => left - right);
}
