import { listPriceVersions } from '@tollgate/catalog/price-version.queries';
import { getModelView } from '@tollgate/catalog/models';
import { loadUserCatalogPolicy } from '@tollgate/catalog/snapshot';
import { tryPlatformUplift } from '@tollgate/contract/routes/admin/pricing';
import type { MountedRoute } from '@tollgate/http/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import { parsePrices } from '@tollgate/money/rating';
import { listRatedVersions, rateAgain } from '@tollgate/requests/usage/what-if.queries';
import type { RatedAgain, RatedScope } from '@tollgate/requests/usage/what-if.queries';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { lastMoments, whatIfOut } from '../../what-if.ts';

export const handleTryPlatformUplift = (deps: AdminDeps): MountedRoute =>
  platformRoute(tryPlatformUplift, async ({ params, body }) => {
    const user = await getUserByPublicId(deps.db, params.user_id);
    const range = lastMoments(body.days, deps.now());
    const scope = { ...range, userId: user.id, model: null, priceVersionId: null };
    const concerns = await concernedModels(deps, user.id, body.model_id);
    const rated = await withUplift(deps, scope, { bp: body.uplift_bp, concerns });
    return whatIfOut(deps.reports, range, rated);
  });

/**
 * Which models an uplift is for, by uuid: one, or all without an uplift of their own for this user.
 */
async function concernedModels(
  { db }: AdminDeps,
  userId: string,
  modelId: string | undefined,
): Promise<(id: string) => boolean> {
  if (modelId !== undefined) {
    const { model } = await getModelView(db, decodeId('mdl', modelId));
    return (id) => id === model.id;
  }
  const { upliftBpByModel } = await loadUserCatalogPolicy(db, userId);
  return (id) => !upliftBpByModel.has(id);
}

/** Every request under the prices that it ran under: one statement for each price version. */
async function withUplift(
  { db, reports }: AdminDeps,
  scope: RatedScope,
  uplift: { bp: number; concerns: (modelId: string) => boolean },
): Promise<RatedAgain[]> {
  const versions = await listPriceVersions(db, await listRatedVersions(reports, scope));
  const found: RatedAgain[] = [];
  for (const version of versions.filter(({ modelId }) => uplift.concerns(modelId))) {
    const terms = { prices: parsePrices(version.prices), upliftBp: uplift.bp };
    found.push(...(await rateAgain(reports, { ...scope, priceVersionId: version.id }, terms)));
  }
  return found;
}
