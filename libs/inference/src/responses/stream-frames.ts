import type { ErrorCode, GatewayError } from '@tollgate/contract/error-codes';
import type { ResponsesRequest } from '@tollgate/contract/responses';
import type { StreamFrames } from '../call.ts';
import { PING } from '../dispatch/stream-encoder.ts';
import { toOpening, toShortOpening } from './response-document.ts';

/**
 * One event before it has its number: its type, and its other members as JSON without the braces.
 */
export type UnnumberedEvent = readonly [type: string, members: string];

/**
 * Numbers the events of one call to `/v1/responses`, over all targets that are tried: a target that
 * serves the call after a silence goes on with the next number. Only the first event and the
 * document at the end repeat the request: a caller may write megabytes of it, and neither silence
 * nor a refusal is to send them again.
 */
export interface ResponseFrames extends StreamFrames {
  /** Every frame that bridged silence, and every frame that the stream adds. */
  readonly frames: string[];
  /** The frames of these events; the first ones open the response. */
  encode(events: readonly UnnumberedEvent[]): string;
  /** The frames of the last events; silence is bridged by comments from now on. */
  end(events: readonly UnnumberedEvent[]): string;
}

/** What the clients of this API call our codes, where they decide by the code what to do. */
const THEIR_CODES: Partial<Record<ErrorCode, string>> = {
  insufficient_credit: 'insufficient_quota',
};
/**
 * Errors that go into the stream even before anything was sent: clients send a 402 again, and look
 * for a full context here only.
 */
const REPORTED_AT_ONCE: ReadonlySet<ErrorCode> = new Set([
  'insufficient_credit',
  'context_length_exceeded',
]);

/** The frames of one streamed call. @param given.createdMs when the call came, on the wall clock */
export function createResponseFrames(
  asked: ResponsesRequest,
  given: { opId: string; createdMs: number },
): ResponseFrames {
  const short = toShortOpening(toOpening(asked, given));
  const sent: string[] = [];
  const progress: UnnumberedEvent = ['response.in_progress', `"response":${JSON.stringify(short)}`];
  let number = 0;
  let hasBegun = false;
  let isOver = false;

  const frame = ([type, members]: UnnumberedEvent): string =>
    `event: ${type}\ndata: {"type":"${type}","sequence_number":${number++},${members}}\n\n`;
  const created = (document: () => object = () => toOpening(asked, given)): string => {
    if (hasBegun) return '';
    hasBegun = true;
    return frame(['response.created', `"response":${JSON.stringify(document())}`]);
  };
  const encode = (events: readonly UnnumberedEvent[]): string => {
    if (events.length === 0) return '';
    let frames = hasBegun ? '' : created() + frame(progress);
    for (const event of events) frames += frame(event);
    return frames;
  };
  return {
    frames: sent,
    encode,
    end(events) {
      const frames = encode(events);
      isOver = true;
      return frames;
    },
    heartbeat() {
      if (isOver) return PING;
      const frames = created() + frame(progress);
      sent.push(frames);
      return frames;
    },
    failure(error) {
      const frames = created(() => short) + frame(failed(short, error));
      isOver = true;
      return frames;
    },
    reportsAtOnce: ({ code }) => REPORTED_AT_ONCE.has(code),
  };
}

function failed(short: object, { code, message }: GatewayError): UnnumberedEvent {
  const error = { code: THEIR_CODES[code] ?? code, message };
  const response = { ...short, status: 'failed', error };
  return ['response.failed', `"response":${JSON.stringify(response)}`];
}
