import type { ErrorCode, GatewayError } from '@tollgate/contract/errors';
import type { ResponsesRequest } from '@tollgate/contract/responses';
import type { StreamVoice } from '../call.ts';
import { PING } from '../stream-teller.ts';
import { toOpening } from './response-document.ts';

/** One event before it has its number: its type, and its other members as JSON without the braces. */
export type Told = readonly [type: string, members: string];

/**
 * Numbers the events of one call to `/v1/responses`. It outlives the ways that are tried: what silence has made us say stays said, and the way that
 * serves the call goes on from there.
 */
export interface Narrator extends StreamVoice {
  /** Every frame that was made for silence, and every frame that the stream adds. */
  readonly told: string[];
  /** The frames of these events; the first ones open the response. */
  say(events: readonly Told[]): string;
  /** The same for the last events; silence is bridged by comments from now on. */
  end(events: readonly Told[]): string;
}

/** What the clients of this API call our codes, where they decide by the code what to do. */
const THEIR_CODES: Partial<Record<ErrorCode, string>> = {
  insufficient_credit: 'insufficient_quota',
};
/** Told in the stream before anything was sent as well: clients send a 402 again, and look for a full context here only. */
const TOLD_AT_ONCE: ReadonlySet<ErrorCode> = new Set([
  'insufficient_credit',
  'context_length_exceeded',
]);

/** The narrator of one streamed call. @param given.createdMs when the call came, on the wall clock */
export function createNarrator(
  asked: ResponsesRequest,
  given: { opId: string; createdMs: number },
): Narrator {
  const opening = toOpening(asked, given);
  const told: string[] = [];
  let openingText: string | undefined;
  let number = 0;
  let hasBegun = false;
  let isOver = false;

  const frame = ([type, members]: Told): string =>
    `event: ${type}\ndata: {"type":"${type}","sequence_number":${number++},${members}}\n\n`;
  const opened = (type: string): string => {
    openingText ??= `"response":${JSON.stringify(opening)}`;
    return frame([type, openingText]);
  };
  const created = (): string => {
    if (hasBegun) return '';
    hasBegun = true;
    return opened('response.created');
  };
  const say = (events: readonly Told[]): string => {
    if (events.length === 0) return '';
    let frames = hasBegun ? '' : created() + opened('response.in_progress');
    for (const event of events) frames += frame(event);
    return frames;
  };
  return {
    told,
    say,
    end(events) {
      const frames = say(events);
      isOver = true;
      return frames;
    },
    heartbeat() {
      if (isOver) return PING;
      const frames = created() + opened('response.in_progress');
      told.push(frames);
      return frames;
    },
    failure(error) {
      const frames = created() + frame(failed(opening, error));
      isOver = true;
      return frames;
    },
    tellsAtOnce: ({ code }) => TOLD_AT_ONCE.has(code),
  };
}

function failed(opening: object, { code, message }: GatewayError): Told {
  const error = { code: THEIR_CODES[code] ?? code, message };
  const response = { ...opening, status: 'failed', error };
  return ['response.failed', `"response":${JSON.stringify(response)}`];
}
