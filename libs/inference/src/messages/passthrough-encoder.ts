import type { MessagesUsage } from '@tollgate/contract/messages';
import type { PassthroughEvent } from '@tollgate/providers/adapter/adapter';
import { withCost } from '../dispatch/answer.ts';
import type { StreamEncoder } from '../dispatch/stream-encoder.ts';
import { messageId, toMessagesUsage } from './messages-document.ts';
import type { MessagesPlan } from './plan-messages.ts';
import { frameOf } from './stream-frames.ts';
import type { MessagesFrames } from './stream-frames.ts';

/** Events that end an answer: they are sent once the charge is recorded. */
const LAST: ReadonlySet<string> = new Set(['message_delta', 'message_stop']);
const TYPE = /^[a-z_]{1,64}$/u;

/**
 * Hands the provider's own events on as they come, under our id and with the public name of the
 * model. Errors are sent in the words of this route. Where the provider's counts are not what is
 * charged, the event that ends the answer has the counts that are: clients take the last ones, and
 * these agree with the receipt.
 * @param made makes events of a provider that has answered whole where a stream was asked for
 */
export function passthroughEncoder(
  plan: MessagesPlan,
  { made, streamFrames }: { made: StreamEncoder; streamFrames: MessagesFrames },
): StreamEncoder {
  let frames = '';
  const tail: PassthroughEvent[] = [];
  let hasHeard = false;
  return {
    frames: streamFrames.frames,
    pass(event) {
      hasHeard = true;
      const type = event.type;
      if (!TYPE.test(type) || type === 'error') return;
      if (type === 'message_start') {
        // Silence before the provider's first event has sent this event already.
        if (streamFrames.hasBegun()) return;
        streamFrames.noteBegun();
      }
      if (tail.length > 0 || LAST.has(type)) tail.push(event);
      else frames += frameOf(type, type === 'message_start' ? opened(plan, event) : event.data);
    },
    encode(pieces) {
      if (!hasHeard) return made.encode(pieces);
      const ready = frames;
      frames = '';
      return ready;
    },
    close(usage, charge = {}) {
      if (!hasHeard) return made.close(usage, charge);
      const counts = (charge.source ?? 'provider') === 'provider' ? null : toMessagesUsage(usage);
      const ending = tail.map((event) => charged(event, counts, charge.cost));
      return frames + ending.map(({ type, data }) => frameOf(type, data)).join('');
    },
    fail: (error, requestId) => made.fail(error, requestId),
  };
}

function opened({ opId, target }: MessagesPlan, { payload }: PassthroughEvent): string {
  const { message } = payload as { message?: object };
  const named = {
    ...withCost(message ?? {}, undefined),
    id: messageId(opId),
    model: target.publicId,
  };
  return JSON.stringify({ ...payload, message: named });
}

/**
 * The event with what is charged, where it has any counts.
 * @param counts ours, which replace all that the provider counted; null: the provider's
 */
function charged(
  event: PassthroughEvent,
  counts: MessagesUsage | null,
  cost: number | undefined,
): PassthroughEvent {
  if (event.type !== 'message_delta') return event;
  const counted = counts === null ? event.payload : { ...event.payload, usage: counts };
  const payload = withCost(counted, cost);
  return payload === event.payload ? event : { ...event, payload, data: JSON.stringify(payload) };
}
