import type { ChatDelta } from '@tollgate/contract/chat';
import type { MessagesUsage } from '@tollgate/contract/messages';
import { createAnswerAccumulator } from '@tollgate/providers/adapter/accumulate';
import type { ReasoningSeals } from '../seals/reasoning-seal.ts';
import { costMember } from '../dispatch/answer.ts';
import type { SearchEvent, StreamEncoder } from '../dispatch/stream-encoder.ts';
import {
  deltasOf,
  packedRest,
  packedReasoning,
  hasContent,
  hasReasoning,
} from '../dispatch/separate-reasoning.ts';
import { BlockEvents } from './block-events.ts';
import { STOP_REASONS, toMessagesUsage } from './messages-document.ts';
import type { MessagesPlan } from './plan-messages.ts';
import { createRunBlocks } from './run-blocks.ts';
import { inMessagesTerms } from './terms.ts';
import { frameOf } from './stream-frames.ts';
import type { MessagesFrames } from './stream-frames.ts';

const STOP = frameOf('message_stop', '{"type":"message_stop"}');

/**
 * Events of messages, made of the same pieces as the chunks of chat. The counts come with the end:
 * at the beginning nobody knows them. What a provider wants back beside its thinking is known at
 * the end only, and then follows as a thinking block without words; the text stays open until that
 * has ended, because clients take the block that ends last for the result.
 */
export function messagesEncoder(
  { seals, streamFrames }: { seals: ReasoningSeals; streamFrames: MessagesFrames },
  plan: MessagesPlan,
): StreamEncoder {
  const blocks = new BlockEvents();
  const answer = createAnswerAccumulator();
  const sealedFor = {
    userId: plan.caller.key.ownerId,
    models: [plan.resolved.name, plan.target.publicId],
  };
  const seal = (data: string): Promise<string> => seals.seal(data, sealedFor);
  const opened = (): string => streamFrames.begin(plan.target.publicId);
  return {
    frames: streamFrames.frames,
    note: noterOf(blocks, plan),
    encode(pieces) {
      const choices = pieces.flat();
      if (choices.length === 0) return '';
      answer.push([{ kind: 'choices', choices }]);
      const deltas = deltasOf(choices);
      if (
        deltas.some(hasContent) &&
        (blocks.openReasoning() !== null || deltas.some(hasReasoning))
      ) {
        return encodeBoth(deltas);
      }
      for (const delta of deltas) {
        blocks.addReasoning(delta);
        blocks.addContent(delta);
      }
      return opened() + blocks.take();
    },
    async close(usage, { cost } = {}) {
      const [choice] = answer.answer().choices;
      const kept = choice === undefined ? null : packedRest(choice.message, blocks.openReasoning());
      if (kept !== null) blocks.endReasoning(await seal(kept));
      blocks.end();
      const reason = STOP_REASONS[choice?.finish_reason ?? 'stop'];
      return (
        opened() +
        blocks.take() +
        endOf(reason, { ...toMessagesUsage(usage), ...costMember(cost) }) +
        STOP
      );
    },
    fail: (error, requestId) => streamFrames.failure(inMessagesTerms(error, plan), requestId),
  };

  /** Thinking ends where the answer begins, and is sealed then. */
  async function encodeBoth(deltas: readonly ChatDelta[]): Promise<string> {
    for (const delta of deltas) {
      blocks.addReasoning(delta);
      const thinking = hasContent(delta) ? blocks.openReasoning() : null;
      if (thinking !== null) blocks.endReasoning(await seal(packedReasoning(thinking)));
      blocks.addContent(delta);
    }
    return opened() + blocks.take();
  }
}

/** Shows what the provider has run. */
function noterOf(blocks: BlockEvents, { opId }: MessagesPlan): (event: SearchEvent) => void {
  const runs = createRunBlocks(opId);
  return (event) => {
    if (event.kind === 'annotation') blocks.cite(event.annotation);
    else blocks.addRun(runs.of(event.call));
  };
}

function endOf(reason: string, usage: MessagesUsage): string {
  const type = 'message_delta';
  const delta = { stop_reason: reason, stop_sequence: null };
  return frameOf(type, JSON.stringify({ type, delta, usage }));
}
