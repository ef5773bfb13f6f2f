import type { Exchange } from '../call.ts';
import { serveStream } from '../dispatch/serve-stream.ts';
import { serveWhole } from '../dispatch/serve-whole.ts';
import type { ToDocument } from '../dispatch/serve-whole.ts';
import type { Served, ServeDeps } from '../dispatch/served.ts';
import type { ResponseFrames } from './stream-frames.ts';
import type { ResponsesPlan } from './plan-responses.ts';
import { sealReasoningItems } from '../seals/reasoning-seal.ts';
import { roomFor } from '../images/image-room.ts';
import { toResponse } from './response-document.ts';
import { responseEncoder } from './response-encoder.ts';
import { inRouteTerms } from './terms.ts';

const sealed =
  ({ seals }: ServeDeps): ToDocument<ResponsesPlan> =>
  (plan, answer, given) => {
    const { caller, resolved, target } = plan;
    return sealReasoningItems(seals, toResponse(plan, answer, given), {
      userId: caller.key.ownerId,
      models: [resolved.name, target.publicId],
    });
  };

/**
 * Steps 8 and 9 for a responses call: those of chat, in another document or in other events.
 * @param exchange.streamFrames the frames of a stream; absent where the answer is to be whole
 * @throws ProviderError when the provider failed; nothing was delivered then
 * @throws GatewayError `overloaded` when too many images are being made; nothing was sent then
 */
export async function serveResponses(
  deps: ServeDeps,
  plan: ResponsesPlan,
  exchange: Exchange & { keep: boolean; streamFrames?: ResponseFrames | undefined },
): Promise<Served> {
  const leave = await imageRoom(plan, exchange);
  try {
    const { streamFrames, ...given } = exchange;
    if (streamFrames === undefined) {
      return await serveWhole(deps, plan, { ...given, toDocument: sealed(deps) });
    }
    const encoder = responseEncoder(
      { seals: deps.seals, streamFrames },
      plan,
      given.call.at.getTime(),
    );
    return await serveStream(deps, plan, { ...given, encoder });
  } catch (error) {
    throw inRouteTerms(error, plan);
  } finally {
    leave();
  }
}

/** Room for an answer with images; @returns gives it back */
async function imageRoom(
  { caller, target, drawnBytes }: ResponsesPlan,
  { call }: Exchange,
): Promise<() => void> {
  if (drawnBytes === undefined) return () => undefined;
  return roomFor({ caller, target, replyBytes: drawnBytes }, call);
}
