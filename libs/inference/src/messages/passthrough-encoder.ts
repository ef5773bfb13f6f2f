import type { UsageCounts } from '@tollgate/money/rating';
import type { VerbatimEvent } from '@tollgate/providers/adapter';
import type { StreamEncoder } from '../stream-encoder.ts';
import { messageId, toMessagesUsage } from './messages-document.ts';
import type { MessagesPlan } from './plan-messages.ts';
import { frameOf } from './voice.ts';
import type { MessagesVoice } from './voice.ts';

/** Events that end an answer: they are told once the charge stands. */
const LAST: ReadonlySet<string> = new Set(['message_delta', 'message_stop']);
const TYPE = /^[a-z_]{1,64}$/u;

/**
 * Hands the provider's own events on as they come, under our id and with the public name of the model. Errors are told in the words of this route. Where the provider's
 * counts are not what is charged, the event that ends the answer has the counts that are: clients take the last ones, and these agree with the receipt.
 * @param made makes events of a provider that has answered whole where a stream was asked for
 */
export function passthroughEncoder(
  plan: MessagesPlan,
  { made, voice }: { made: StreamEncoder; voice: MessagesVoice },
): StreamEncoder {
  let frames = '';
  const tail: VerbatimEvent[] = [];
  let hasHeard = false;
  return {
    told: voice.told,
    hear(event) {
      hasHeard = true;
      const type = event.type;
      if (!TYPE.test(type) || type === 'error') return;
      if (type === 'message_start') {
        // Silence before the provider's first event has sent this event already.
        if (voice.hasBegun()) return;
        voice.noteBegun();
      }
      if (tail.length > 0 || LAST.has(type)) tail.push(event);
      else frames += frameOf(type, type === 'message_start' ? opened(plan, event) : event.data);
    },
    tell(pieces) {
      if (!hasHeard) return made.tell(pieces);
      const told = frames;
      frames = '';
      return told;
    },
    close(usage, source = 'provider') {
      if (!hasHeard) return made.close(usage, source);
      const told = source === 'provider' ? tail : tail.map((event) => recounted(event, usage));
      return frames + told.map(({ type, data }) => frameOf(type, data)).join('');
    },
    fail: (error, requestId) => made.fail(error, requestId),
  };
}

function opened({ opId, target }: MessagesPlan, { payload }: VerbatimEvent): string {
  const { message } = payload as { message?: object };
  const named = { ...message, id: messageId(opId), model: target.publicId };
  return JSON.stringify({ ...payload, message: named });
}

/** The event with the counts that are charged, where it tells any. */
function recounted(event: VerbatimEvent, usage: UsageCounts): VerbatimEvent {
  if (event.type !== 'message_delta') return event;
  const payload = { ...event.payload, usage: toMessagesUsage(usage) };
  return { ...event, payload, data: JSON.stringify(payload) };
}
