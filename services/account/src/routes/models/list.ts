import { Type } from 'typebox';
import { formatLongContext, formatUserPrices } from '@tollgate/catalog/prices';
import { listModelsForUser } from '@tollgate/catalog/users';
import type { UserModel } from '@tollgate/catalog/users';
import { defineRoute } from '@tollgate/contract/route';
import { UserModelOut } from '@tollgate/contract/user-models';
import type { UserCaller } from '@tollgate/identity/authentication';
import type { Handler } from '@tollgate/http/serve';
import { encodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';

/** `GET /api/models`. */
export const listUserModels = defineRoute({
  method: 'get',
  path: '/api/models',
  auth: 'user',
  summary: 'The approved models with their prices for this account',
  status: 200,
  response: Type.Array(UserModelOut),
});

/** Shows every approved model, also those that the caller has switched off. */
export const handleListModels =
  ({ db }: AccountDeps): Handler<typeof listUserModels, UserCaller> =>
  async (_input, { caller }) =>
    (await listModelsForUser(db, caller.user.id)).map(userModelOut);

/** A model as its user sees it: what it costs them, not why it is out of order. */
export function userModelOut(model: UserModel): UserModelOut {
  return {
    id: encodeId('mdl', model.id),
    model: model.publicId,
    provider: model.provider,
    capability: model.contract.capability,
    enabled: model.enabled,
    available: model.routable,
    prices: model.prices === null ? null : { ...formatUserPrices(model.prices, model.upliftBp) },
    long_context:
      model.prices === null
        ? []
        : formatLongContext(model.prices, model.upliftBp).map(({ prices, ...tier }) => ({
            ...tier,
            prices: { ...prices },
          })),
    request_contract: model.contract,
  };
}
