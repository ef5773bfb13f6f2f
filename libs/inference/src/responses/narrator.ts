import type { ErrorCode, GatewayError } from '@tollgate/contract/errors';
import type { ResponsesRequest } from '@tollgate/contract/responses';
import type { StreamVoice } from '../call.ts';
import { PING } from '../stream-encoder.ts';
import { toOpening, toShortOpening } from './response-document.ts';

/** One event before it has its number: its type, and its other members as JSON without the braces. */
export type Told = readonly [type: string, members: string];

/**
 * Numbers the events of one call to `/v1/responses`. It outlives the targets that are tried: what silence has made us say stays said, and the target that
 * serves the call goes on from there. What was asked is repeated by the first event and by the document at the end only: a caller may write megabytes of
 * it, and neither silence nor a refusal is to send them again.
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
  const short = toShortOpening(toOpening(asked, given));
  const told: string[] = [];
  const progress: Told = ['response.in_progress', `"response":${JSON.stringify(short)}`];
  let number = 0;
  let hasBegun = false;
  let isOver = false;

  const frame = ([type, members]: Told): string =>
    `event: ${type}\ndata: {"type":"${type}","sequence_number":${number++},${members}}\n\n`;
  const created = (document: () => object = () => toOpening(asked, given)): string => {
    if (hasBegun) return '';
    hasBegun = true;
    return frame(['response.created', `"response":${JSON.stringify(document())}`]);
  };
  const say = (events: readonly Told[]): string => {
    if (events.length === 0) return '';
    let frames = hasBegun ? '' : created() + frame(progress);
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
      const frames = created() + frame(progress);
      told.push(frames);
      return frames;
    },
    failure(error) {
      const frames = created(() => short) + frame(failed(short, error));
      isOver = true;
      return frames;
    },
    tellsAtOnce: ({ code }) => TOLD_AT_ONCE.has(code),
  };
}

function failed(short: object, { code, message }: GatewayError): Told {
  const error = { code: THEIR_CODES[code] ?? code, message };
  const response = { ...short, status: 'failed', error };
  return ['response.failed', `"response":${JSON.stringify(response)}`];
}
