import type { ChatDelta } from '@tollgate/contract/chat';
import type { MessagesUsage } from '@tollgate/contract/messages';
import { createAnswerAccumulator } from '@tollgate/providers/accumulate';
import type { ReasoningSeals } from '../responses/reasoning-seal.ts';
import type { StreamEncoder } from '../stream-encoder.ts';
import { deltasOf, packedRest, packedThoughts, speaks, thinks } from '../thoughts-apart.ts';
import { BlockEvents } from './block-events.ts';
import { STOP_REASONS, toMessagesUsage } from './messages-document.ts';
import type { MessagesPlan } from './plan-messages.ts';
import { inMessagesTerms } from './terms.ts';
import { frameOf } from './voice.ts';
import type { MessagesVoice } from './voice.ts';

const STOP = frameOf('message_stop', '{"type":"message_stop"}');

/**
 * Events of messages, made of the same pieces as the chunks of chat. The counts come with the end: at the beginning nobody knows them. What a provider wants
 * back beside its thoughts is known at the end only, and then follows as thoughts without words; the text stays open until these have ended, because clients take
 * the block that ends last for the result.
 */
export function messagesEncoder(
  { seals, voice }: { seals: ReasoningSeals; voice: MessagesVoice },
  plan: MessagesPlan,
): StreamEncoder {
  const blocks = new BlockEvents();
  const answer = createAnswerAccumulator();
  const sealedFor = {
    userId: plan.caller.key.ownerId,
    models: [plan.resolved.name, plan.target.publicId],
  };
  const seal = (data: string): Promise<string> => seals.seal(data, sealedFor);
  const opened = (): string => voice.begin(plan.target.publicId);
  return {
    told: voice.told,
    tell(pieces) {
      const choices = pieces.flat();
      if (choices.length === 0) return '';
      answer.push([{ kind: 'choices', choices }]);
      const deltas = deltasOf(choices);
      if (deltas.some(speaks) && (blocks.thoughts() !== null || deltas.some(thinks))) {
        return tellBoth(deltas);
      }
      for (const delta of deltas) {
        blocks.think(delta);
        blocks.speak(delta);
      }
      return opened() + blocks.take();
    },
    async close(usage) {
      const [choice] = answer.answer().choices;
      const kept = choice === undefined ? null : packedRest(choice.message, blocks.thoughts());
      if (kept !== null) blocks.endThoughts(await seal(kept));
      blocks.end();
      const reason = STOP_REASONS[choice?.finish_reason ?? 'stop'];
      return opened() + blocks.take() + endOf(reason, toMessagesUsage(usage)) + STOP;
    },
    fail: (error, requestId) => voice.failure(inMessagesTerms(error, plan), requestId),
  };

  /** Thoughts end where the answer begins; what they say is sealed then. */
  async function tellBoth(deltas: readonly ChatDelta[]): Promise<string> {
    for (const delta of deltas) {
      blocks.think(delta);
      const thoughts = speaks(delta) ? blocks.thoughts() : null;
      if (thoughts !== null) blocks.endThoughts(await seal(packedThoughts(thoughts)));
      blocks.speak(delta);
    }
    return opened() + blocks.take();
  }
}

function endOf(reason: string, usage: MessagesUsage): string {
  const type = 'message_delta';
  const delta = { stop_reason: reason, stop_sequence: null };
  return frameOf(type, JSON.stringify({ type, delta, usage }));
}
