import { getModelView } from '@tollgate/catalog/models';
import { listPriceVersions } from '@tollgate/catalog/model-queries';
import { loadUserCatalogPolicy } from '@tollgate/catalog/snapshot';
import { UpliftWhatIfRequest, WhatIfOut } from '@tollgate/contract/platform/what-if';
import { defineRoute } from '@tollgate/contract/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import { parsePrices } from '@tollgate/money/rating';
import { listRatedVersions, rateAgain } from '@tollgate/requests/usage/what-if-queries';
import type { RatedAgain, RatedScope } from '@tollgate/requests/usage/what-if-queries';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { UserIdParams } from '../../params.ts';
import { lastMoments, whatIfOut } from '../../what-if.ts';

export const tryPlatformUplift = defineRoute({
  method: 'post',
  path: '/api/platform/users/:user_id/pricing-uplift/what-if',
  auth: 'platform',
  needs: 'prices',
  summary: 'What the last days of a user would have cost with another uplift; changes nothing',
  params: UserIdParams,
  body: UpliftWhatIfRequest,
  status: 200,
  response: WhatIfOut,
});

export const handleTryPlatformUplift =
  (deps: AdminDeps): AdminHandler<typeof tryPlatformUplift> =>
  async ({ params, body }) => {
    const user = await getUserByPublicId(deps.db, params.user_id);
    const range = lastMoments(body.days, deps.now());
    const scope = { ...range, userId: user.id, model: null, priceVersionId: null };
    const concerns = await concernedModels(deps, user.id, body.model_id);
    const rated = await withUplift(deps, scope, { bp: body.uplift_bp, concerns });
    return whatIfOut(deps.reports, range, rated);
  };

/** Which models an uplift is for, by uuid: one, or all without an uplift of their own for this user. */
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
