import type { ChatDelta, FinishReason } from '@tollgate/contract/chat';
import { MalformedReply } from '../adapter/adapter.ts';
import type {
  Failure,
  MappedAnswer,
  MappedEvent,
  StreamState,
  WireEvent,
} from '../adapter/adapter.ts';
import { isObject, parseJson } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { UsageReading } from '../adapter/usage.ts';
import { failureMessage, toFailure } from './failures.ts';

/**
 * What one wire makes of the pieces of one answer. When a stream ends and how it fails is the same
 * on all wires.
 */
export interface WireReader<Piece> {
  /**
   * What a piece adds; a failure in it is the last event of the stream.
   * @throws MalformedReply for a piece that does not fit the wire
   */
  read(piece: Piece): MappedEvent[];
  /** The last events of the answer; null when the answer is not finished. */
  finish(): MappedEvent[] | null;
  /** How far the answer has come; `closed` makes the mapper ask for the finish at once. */
  state(): StreamState;
  /** What a piece behind the finish adds; a wire without it adds nothing there. */
  readLate?(piece: Piece): MappedEvent[];
}

/** Maps the pieces of one answer; with `WireEvent` pieces, this is a `StreamMapper`. */
export interface PieceMapper<Piece> {
  push(piece: Piece): MappedEvent[];
  end(): MappedEvent[];
  state(): StreamState;
}

/**
 * Leads one answer through a wire's reader: the finish comes once, after a failure comes nothing,
 * what does not fit the wire is a failure, and so is an end before the finish.
 */
export function createStreamMapper<Piece>(reader: WireReader<Piece>): PieceMapper<Piece> {
  let phase: 'open' | 'finished' | 'failed' = 'open';
  const guarded = (step: () => MappedEvent[]): MappedEvent[] => {
    const events = withMalformed(step);
    if (events.at(-1)?.kind === 'failure') phase = 'failed';
    return events;
  };
  const finish = (): MappedEvent[] => {
    const events = reader.finish() ?? failed(brokenOff());
    phase = 'finished';
    return events;
  };
  const read = (piece: Piece): MappedEvent[] => {
    const events = reader.read(piece);
    const isOver = reader.state() === 'closed' && events.at(-1)?.kind !== 'failure';
    return isOver ? [...events, ...finish()] : events;
  };
  return {
    push(piece) {
      if (phase === 'open') return guarded(() => read(piece));
      return phase === 'failed' ? [] : guarded(() => reader.readLate?.(piece) ?? []);
    },
    end: () => (phase === 'open' ? guarded(finish) : []),
    state: () => (phase === 'open' ? reader.state() : 'closed'),
  };
}

function withMalformed(step: () => MappedEvent[]): MappedEvent[] {
  try {
    return step();
  } catch (error) {
    // Endless nesting overflows the stack when it is compared or written down.
    if (!(error instanceof MalformedReply || error instanceof RangeError)) throw error;
    return failed(malformed(error));
  }
}

/** The failure of a reply that does not fit its wire; what does not fit is for the log. */
export function malformed(error: Error): Failure {
  return { kind: 'malformed', message: failureMessage('malformed'), detail: error.message };
}

function brokenOff(): Failure {
  return {
    ...toFailure('malformed', { status: 200 }),
    message: "The provider's stream broke off before the answer was finished.",
  };
}

/** A failure as events. */
export function failed(failure: Failure): MappedEvent[] {
  return [{ kind: 'failure', failure }];
}

/** A report of usage as events: none when nothing was reported. */
export function reported({ usage, suspect }: UsageReading): MappedEvent[] {
  return [
    ...(usage === null ? [] : [{ kind: 'usage' as const, usage }]),
    ...(suspect === undefined ? [] : [{ kind: 'suspect' as const, reason: suspect }]),
  ];
}

/** A report of a whole answer as events, also where it has only a part of the counts. */
export function reportedParts({
  promptUsage,
  answerUsage,
  ...reading
}: Pick<MappedAnswer, 'usage' | 'promptUsage' | 'answerUsage' | 'suspect'>): MappedEvent[] {
  return [
    ...reported(reading),
    ...(promptUsage === undefined ? [] : [{ kind: 'prompt' as const, usage: promptUsage }]),
    ...(answerUsage === undefined ? [] : [{ kind: 'answer' as const, usage: answerUsage }]),
  ];
}

/** A delta of the only choice, with the reason when the delta is the last one. */
export function onlyChoice(delta: ChatDelta, finish: FinishReason | null): MappedEvent {
  return { kind: 'choices', choices: [{ index: 0, delta, finish_reason: finish }] };
}

/** The first delta of a choice: it names the role, and never comes without anything else. */
export function firstDelta(delta: ChatDelta): ChatDelta {
  return Object.keys(delta).length === 0
    ? { role: 'assistant', content: '' }
    : { role: 'assistant', ...delta };
}

/**
 * The JSON object of an event.
 * @param name what the wire calls its events, for the log
 * @throws MalformedReply when the event holds something else
 */
export function payloadOf({ data, payload: known }: WireEvent, name = 'an event'): JsonObject {
  const payload = known ?? parseJson(data);
  if (!isObject(payload)) throw new MalformedReply(`${name} of the stream is no JSON object`);
  return payload;
}

/** The mark by which providers of several wires close a stream. */
const DONE = '[DONE]';

/** Whether an event closes the stream and holds nothing. */
export function isDone({ data }: WireEvent): boolean {
  return data.trim() === DONE;
}
