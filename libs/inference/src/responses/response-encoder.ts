import type { ChatDelta, ChatMessageOut } from '@tollgate/contract/chat';
import { asGatewayError } from '@tollgate/contract/errors';
import type { ResponseDocument } from '@tollgate/contract/responses';
import { createAnswerAccumulator } from '@tollgate/providers/accumulate';
import { callersTools } from '@tollgate/structure/flat-tools';
import type { StreamEncoder } from '../stream-encoder.ts';
import { deltasOf, packedRest, packedThoughts, speaks, thinks } from '../thoughts-apart.ts';
import type { Narrator } from './narrator.ts';
import { createOutputEvents } from './output-events.ts';
import type { OutputEvents } from './output-events.ts';
import type { ResponsesPlan } from './plan-responses.ts';
import { sealReasoningItems } from './reasoning-seal.ts';
import type { ReasoningSeals, SealedFor } from './reasoning-seal.ts';
import { givesSummaries, toResponse } from './response-document.ts';
import { inRouteTerms } from './terms.ts';

/** What an encoder of responses works with. */
export interface ResponseEncoderDeps {
  seals: ReasoningSeals;
  narrator: Narrator;
}

/**
 * Events of responses, made of the same pieces as the chunks of chat. The last event holds the document that the same call gets unstreamed. What a provider
 * wants back beside its thoughts is known at the end only; it then follows in a reasoning item without words.
 */
export function responseEncoder(
  deps: ResponseEncoderDeps,
  plan: ResponsesPlan,
  createdMs: number,
): StreamEncoder {
  const { narrator } = deps;
  const output = createOutputEvents(plan.opId, {
    finder: callersTools(plan.asked),
    thought: givesSummaries(plan) ? 'summary_text' : 'reasoning_text',
  });
  const answer = createAnswerAccumulator();
  const seals = sealingOnce(deps.seals);
  const sealedFor = {
    userId: plan.caller.key.ownerId,
    models: [plan.resolved.name, plan.target.publicId],
  };
  const seal = (data: string): Promise<string> => seals.seal(data, sealedFor);
  return {
    told: narrator.told,
    tell(pieces) {
      const choices = pieces.flat();
      if (choices.length === 0) return '';
      answer.push([{ kind: 'choices', choices }]);
      const deltas = deltasOf(choices);
      if (deltas.some(speaks) && (output.isThinking() || deltas.some(thinks))) {
        return tellBoth(deltas);
      }
      for (const delta of deltas) {
        output.think(delta);
        output.speak(delta);
      }
      return narrator.say(output.take());
    },
    async close(usage) {
      const whole = answer.answer();
      const made = toResponse(plan, whole, { usage, createdMs });
      const document = await sealReasoningItems(seals, made, sealedFor);
      const message = whole.choices[0]?.message;
      if (message !== undefined) await endThoughts(output, message, seal);
      output.end(document);
      return narrator.end([...output.take(), ending(document)]);
    },
    fail: (error, requestId) =>
      narrator.failure(asGatewayError(inRouteTerms(error, plan)), requestId),
  };

  /** Thoughts end where the answer begins; what they say is sealed before any event gets its number. */
  async function tellBoth(deltas: readonly ChatDelta[]): Promise<string> {
    for (const delta of deltas) {
      output.think(delta);
      const thoughts = speaks(delta) ? output.thoughts() : null;
      if (thoughts !== null) output.endThoughts(await seal(packedThoughts(thoughts)));
      output.speak(delta);
    }
    return narrator.say(output.take());
  }
}

/** Ends the thoughts that are open, with everything that has to come back; else adds what has to come back beside them. */
async function endThoughts(
  output: OutputEvents,
  message: ChatMessageOut,
  seal: (data: string) => Promise<string>,
): Promise<void> {
  const kept = packedRest(message, output.thoughts());
  if (kept !== null) output.endThoughts(await seal(kept));
}

function ending(document: ResponseDocument): [string, string] {
  const type = `response.${document.status}`;
  return [type, `"response":${JSON.stringify(document)}`];
}

/** A seal is different each time; the same content gets the same one, so that an item is in the document what it was in its event. */
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
