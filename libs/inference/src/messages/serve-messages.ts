import type { Exchange } from '../call.ts';
import { serveStream } from '../serve-stream.ts';
import { serveWhole } from '../serve-whole.ts';
import type { ToDocument } from '../serve-whole.ts';
import type { Served, ServeDeps } from '../served.ts';
import { messageId, toMessagesDocument, toMessagesUsage } from './messages-document.ts';
import { messagesEncoder } from './messages-encoder.ts';
import { passingOf } from './passing.ts';
import type { MessagesPlan } from './plan-messages.ts';
import { inMessagesTerms } from './terms.ts';
import { sealThoughts } from './thoughts.ts';
import { passthroughEncoder } from './passthrough-encoder.ts';
import { asPassed } from './passthrough-target.ts';
import { createMessagesVoice } from './voice.ts';
import type { MessagesVoice } from './voice.ts';

/** An answer of this shape as the provider gave it, under our id and with the public name of the model, and with the counts that are charged where these are not the provider's; any other answer in this shape. */
const toDocument =
  ({ seals }: ServeDeps): ToDocument<MessagesPlan> =>
  (plan, answer, { usage, source }) => {
    const { caller, resolved, target } = plan;
    if (answer.verbatim !== undefined) {
      const named = { ...answer.verbatim, id: messageId(plan.opId), model: target.publicId };
      return source === 'provider' ? named : { ...named, usage: toMessagesUsage(usage) };
    }
    return sealThoughts(seals, toMessagesDocument(plan, answer, { usage }), {
      userId: caller.key.ownerId,
      models: [resolved.name, target.publicId],
    });
  };

/**
 * Steps 8 and 9 for a messages call: those of chat, in another document or in other events.
 * @throws ProviderError when the provider failed; nothing was delivered then
 */
export async function serveMessages(
  deps: ServeDeps,
  planned: MessagesPlan,
  given: Exchange & { keep: boolean; narrator?: MessagesVoice | undefined },
): Promise<Served> {
  const plan = asPassed(planned);
  const voice = given.narrator ?? createMessagesVoice(plan.asked, plan);
  try {
    if (plan.asked.stream !== true) {
      return await serveWhole(deps, plan, { ...given, toDocument: toDocument(deps) });
    }
    const made = messagesEncoder({ seals: deps.seals, voice }, plan);
    const encoder =
      passingOf(plan.target) === null ? made : passthroughEncoder(plan, { made, voice });
    return await serveStream(deps, plan, { ...given, encoder });
  } catch (error) {
    throw inMessagesTerms(error, plan);
  }
}
