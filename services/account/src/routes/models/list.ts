import { formatLongContext, formatUserPrices } from '@tollgate/catalog/prices';
import { shownContract } from '@tollgate/catalog/shown-contract';
import { listAliasesForUser } from '@tollgate/catalog/user-aliases';
import type { UserAlias } from '@tollgate/catalog/user-aliases';
import { listModelsForUser } from '@tollgate/catalog/users';
import type { UserModel } from '@tollgate/catalog/users';
import type { RouteSettings } from '@tollgate/contract/paid-routes';
import { listUserModels } from '@tollgate/contract/routes/account/models';
import type { UserModelOut } from '@tollgate/contract/user-models';
import type { MountedRoute } from '@tollgate/http/route';
import { encodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { userRoute } from '../../user-route.ts';

/** Shows every approved model, also those that the caller has switched off. */
export const handleListModels = ({ db, routes }: AccountDeps): MountedRoute =>
  userRoute(listUserModels, async (_input, { caller }) => {
    const models = await listModelsForUser(db, caller.user.id);
    const aliases = await listAliasesForUser(db, models);
    return [
      ...models.map((model) => userModelOut(model, routes)),
      ...aliases.map((alias) => userAliasOut(alias, routes)),
    ];
  });

/** A model as its user sees it: what it costs them, not why it is out of order. */
export function userModelOut(model: UserModel, routes: RouteSettings): UserModelOut {
  return {
    id: encodeId('mdl', model.id),
    kind: 'model',
    model: model.publicId,
    provider: model.provider,
    targets: [],
    capability: model.contract.capability,
    enabled: model.enabled,
    available: model.routable,
    ...costOf(model),
    request_contract: shownContract(model.contract, routes),
  };
}

type Cost = Pick<UserModelOut, 'prices' | 'long_context' | 'list_prices_since'>;

function costOf({ prices, pricesSince, upliftBp }: UserModel): Cost {
  if (prices === null) return { prices: null, long_context: [], list_prices_since: null };
  const tiers = formatLongContext(prices, upliftBp);
  return {
    prices: { ...formatUserPrices(prices, upliftBp) },
    long_context: tiers.map((tier) => ({ ...tier, prices: { ...tier.prices } })),
    list_prices_since: pricesSince?.toISOString() ?? null,
  };
}

/** An alias as its user sees it. */
function userAliasOut(
  { alias, contract, dearest, targets, available }: UserAlias,
  routes: RouteSettings,
): UserModelOut {
  return {
    ...userModelOut(dearest, routes),
    id: encodeId('als', alias.id),
    kind: 'alias',
    model: alias.name,
    provider: null,
    targets: targets.map((target) => ({ model: target.publicId, ...costOf(target) })),
    capability: contract.capability,
    enabled: true,
    available,
    request_contract: shownContract(contract, routes),
  };
}
