import { listModelsForUser, setUserModelUplift } from '@tollgate/catalog/users';
import { GatewayError } from '@tollgate/contract/errors';
import { OrganizationPriceUplift, PlatformUserModelOut } from '@tollgate/contract/platform/models';
import { defineRoute } from '@tollgate/contract/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { UserModelParams } from '../../params.ts';
import { change } from '../../trail.ts';
import { platformUserModelOut } from '../../user-model-out.ts';

export const upliftPlatformUserModel = defineRoute({
  method: 'put',
  path: '/api/platform/users/:user_id/models/:model_id/pricing',
  auth: 'platform',
  needs: 'prices',
  leased: true,
  summary: 'Set what a user pays on top of the list price of one model',
  params: UserModelParams,
  body: OrganizationPriceUplift,
  status: 200,
  response: PlatformUserModelOut,
});

export const handleUpliftPlatformUserModel =
  (deps: AdminDeps): AdminHandler<typeof upliftPlatformUserModel> =>
  async ({ params, body }, context) => {
    const user = await getUserByPublicId(deps.db, params.user_id);
    const modelId = decodeId('mdl', params.model_id);
    if (modelId === null) throw noSuchModel();
    const model = await change(deps, context, async (trx, note) => {
      const uplift = { userId: user.id, modelId, bp: body.uplift_bp };
      if (!(await setUserModelUplift(trx, uplift))) throw noSuchModel();
      await note({
        action: 'user.set_model_uplift',
        target: { kind: 'user', id: user.id },
        userId: user.id,
        details: {
          model_id: encodeId('mdl', modelId),
          uplift_bp: body.uplift_bp,
          reason: body.reason ?? null,
        },
      });
      return (await listModelsForUser(trx, user.id)).find(({ id }) => id === modelId);
    });
    if (model === undefined) throw noSuchModel();
    return platformUserModelOut(model);
  };

function noSuchModel(): GatewayError {
  return new GatewayError('not_found', 'There is no such model.');
}
