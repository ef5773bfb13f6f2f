import type { Exchange } from '../call.ts';
import { serveStream } from '../dispatch/serve-stream.ts';
import { serveWhole } from '../dispatch/serve-whole.ts';
import type { ToDocument } from '../dispatch/serve-whole.ts';
import type { Served, ServeDeps } from '../dispatch/served.ts';
import { messageId, toMessagesDocument, toMessagesUsage } from './messages-document.ts';
import { messagesEncoder } from './messages-encoder.ts';
import { passthroughFor } from './passthrough.ts';
import type { MessagesPlan } from './plan-messages.ts';
import { inMessagesTerms } from './terms.ts';
import { sealThinking } from './thinking.ts';
import { passthroughEncoder } from './passthrough-encoder.ts';
import { asPassed } from './passthrough-target.ts';
import { createMessagesFrames } from './stream-frames.ts';
import type { MessagesFrames } from './stream-frames.ts';

/**
 * An answer of this shape as the provider gave it, under our id and with the public name of the
 * model, and with the counts that are charged where these are not the provider's; any other answer
 * in this shape.
 */
const toDocument =
  ({ seals }: ServeDeps): ToDocument<MessagesPlan> =>
  (plan, answer, { usage, source }) => {
    const { caller, resolved, target } = plan;
    if (answer.passthrough !== undefined) {
      const named = { ...answer.passthrough, id: messageId(plan.opId), model: target.publicId };
      return source === 'provider' ? named : { ...named, usage: toMessagesUsage(usage) };
    }
    return sealThinking(seals, toMessagesDocument(plan, answer, { usage }), {
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
  given: Exchange & { keep: boolean; streamFrames?: MessagesFrames | undefined },
): Promise<Served> {
  const plan = asPassed(planned);
  const streamFrames = given.streamFrames ?? createMessagesFrames(plan.asked, plan);
  try {
    if (plan.asked.stream !== true) {
      return await serveWhole(deps, plan, { ...given, toDocument: toDocument(deps) });
    }
    const made = messagesEncoder({ seals: deps.seals, streamFrames }, plan);
    const encoder =
      passthroughFor(plan.target) === null
        ? made
        : passthroughEncoder(plan, { made, streamFrames });
    return await serveStream(deps, plan, { ...given, encoder });
  } catch (error) {
    throw inMessagesTerms(error, plan);
  }
}
