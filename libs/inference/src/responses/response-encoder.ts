import type { ChatDelta, ChatMessageOut } from '@tollgate/contract/chat';
import { asGatewayError } from '@tollgate/contract/error-codes';
import type { ResponseDocument } from '@tollgate/contract/responses';
import { createAnswerAccumulator } from '@tollgate/providers/adapter/accumulate';
import { callersTools } from '@tollgate/structure/flat-tools';
import { costMember } from '../dispatch/answer.ts';
import type { StreamEncoder } from '../dispatch/stream-encoder.ts';
import {
  deltasOf,
  packedRest,
  packedReasoning,
  hasContent,
  hasReasoning,
} from '../dispatch/separate-reasoning.ts';
import type { ResponseFrames } from './stream-frames.ts';
import { createOutputEvents } from './output-events.ts';
import type { OutputEvents } from './output-events.ts';
import type { ResponsesPlan } from './plan-responses.ts';
import { sealReasoningItems } from '../seals/reasoning-seal.ts';
import type { ReasoningSeals, SealedFor } from '../seals/reasoning-seal.ts';
import { givesSummaries, toResponse } from './response-document.ts';
import { inRouteTerms } from './terms.ts';

/** What an encoder of responses works with. */
export interface ResponseEncoderDeps {
  seals: ReasoningSeals;
  streamFrames: ResponseFrames;
}

/**
 * Events of responses, made of the same pieces as the chunks of chat. The last event holds the
 * document that the same call gets unstreamed. What a provider wants back beside its reasoning is
 * known at the end only; it then follows in a reasoning item without words.
 */
export function responseEncoder(
  { seals: kept, streamFrames }: ResponseEncoderDeps,
  plan: ResponsesPlan,
  createdMs: number,
): StreamEncoder {
  const output = createOutputEvents(plan.opId, {
    finder: callersTools(plan.asked),
    reasoningPart: givesSummaries(plan) ? 'summary_text' : 'reasoning_text',
  });
  const answer = createAnswerAccumulator();
  const seals = sealingOnce(kept);
  const sealedFor = {
    userId: plan.caller.key.ownerId,
    models: [plan.resolved.name, plan.target.publicId],
  };
  const seal = (data: string): Promise<string> => seals.seal(data, sealedFor);
  return {
    frames: streamFrames.frames,
    note(event) {
      answer.push([event]);
      output.addSearched(event);
    },
    encode(pieces) {
      const choices = pieces.flat();
      if (choices.length === 0) return streamFrames.encode(output.take());
      answer.push([{ kind: 'choices', choices }]);
      const deltas = deltasOf(choices);
      if (deltas.some(hasContent) && (output.hasOpenReasoning() || deltas.some(hasReasoning))) {
        return encodeBoth(deltas);
      }
      for (const delta of deltas) {
        output.addReasoning(delta);
        output.addContent(delta);
      }
      return streamFrames.encode(output.take());
    },
    async close(usage, { cost } = {}) {
      const whole = answer.answer();
      const { usage: counts, ...made } = toResponse(plan, whole, { usage, createdMs });
      const charged = { ...made, usage: { ...counts, ...costMember(cost) } };
      const document = await sealReasoningItems(seals, charged, sealedFor);
      const message = whole.choices[0]?.message;
      if (message !== undefined) await endReasoning(output, message, seal);
      output.end(document);
      return streamFrames.end([...output.take(), ending(document)]);
    },
    fail: (error, requestId) =>
      streamFrames.failure(asGatewayError(inRouteTerms(error, plan)), requestId),
  };

  /** Reasoning ends where the answer begins, and is sealed before any event gets its number. */
  async function encodeBoth(deltas: readonly ChatDelta[]): Promise<string> {
    for (const delta of deltas) {
      output.addReasoning(delta);
      const reasoning = hasContent(delta) ? output.openReasoning() : null;
      if (reasoning !== null) output.endReasoning(await seal(packedReasoning(reasoning)));
      output.addContent(delta);
    }
    return streamFrames.encode(output.take());
  }
}

/**
 * Ends the reasoning that is open, with everything that has to come back; else adds what has to
 * come back beside it.
 */
async function endReasoning(
  output: OutputEvents,
  message: ChatMessageOut,
  seal: (data: string) => Promise<string>,
): Promise<void> {
  const kept = packedRest(message, output.openReasoning());
  if (kept !== null) output.endReasoning(await seal(kept));
}

function ending(document: ResponseDocument): [string, string] {
  const type = `response.${document.status}`;
  return [type, `"response":${JSON.stringify(document)}`];
}

/**
 * A seal is different each time; the same content gets the same one, so that an item is in the
 * document what it was in its event.
 */
function sealingOnce(seals: ReasoningSeals): ReasoningSeals {
  const made = new Map<string, Promise<string>>();
  return {
    open: (sealed, by) => seals.open(sealed, by),
    openForAnyModel: (sealed, by) => seals.openForAnyModel(sealed, by),
    seal(data: string, sealedFor: SealedFor) {
      const sealed = made.get(data) ?? seals.seal(data, sealedFor);
      made.set(data, sealed);
      return sealed;
    },
  };
}
