import type { Exchange } from '../call.ts';
import { serveWhole } from '../serve-whole.ts';
import type { ToDocument } from '../serve-whole.ts';
import type { Served, ServeDeps } from '../served.ts';
import type { ResponsesPlan } from './plan-responses.ts';
import { sealReasoningItems } from './reasoning-seal.ts';
import { toResponse } from './response-document.ts';
import { inRouteTerms } from './terms.ts';

const sealed =
  ({ seals }: ServeDeps): ToDocument<ResponsesPlan> =>
  (plan, answer, given) => {
    const { caller, resolved, way } = plan;
    return sealReasoningItems(seals, toResponse(plan, answer, given), {
      userId: caller.key.ownerId,
      models: [resolved.name, way.publicId],
    });
  };

/**
 * Steps 8 and 9 for a responses call: those of a whole chat answer, in another document.
 * @throws ProviderError when the provider failed; nothing was delivered then
 */
export async function serveResponses(
  deps: ServeDeps,
  plan: ResponsesPlan,
  exchange: Exchange & { keep: boolean },
): Promise<Served> {
  try {
    return await serveWhole(deps, plan, { ...exchange, toDocument: sealed(deps) });
  } catch (error) {
    throw inRouteTerms(error, plan.origins);
  }
}
