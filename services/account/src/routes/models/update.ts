import { listModelsForUser, setUserModel } from '@tollgate/catalog/users';
import { GatewayError } from '@tollgate/contract/error-codes';
import { updateUserModel } from '@tollgate/contract/routes/account/models';
import { changeTransaction } from '@tollgate/db/changes';
import type { MountedRoute } from '@tollgate/http/route';
import { decodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { noteEvent } from '../../trail.ts';
import { userRoute } from '../../user-route.ts';
import { userModelOut } from './list.ts';

/** Keeps the choice of the caller; 404 for what is no approved model. */
export const handleUpdateModel = (deps: AccountDeps): MountedRoute =>
  userRoute(updateUserModel, async ({ params, body }, context) => {
    const { user } = context.caller;
    const modelId = decodeId('mdl', params.model_id);
    if (modelId === null) throw noSuchModel();
    await changeTransaction(deps, async (trx) => {
      const set = await setUserModel(trx, { userId: user.id, modelId, enabled: body.enabled });
      if (!set) throw noSuchModel();
      await noteEvent(trx, context, {
        action: body.enabled ? 'model.enable' : 'model.disable',
        user,
        target: { kind: 'model', id: modelId },
      });
    });
    const model = (await listModelsForUser(deps.db, user.id)).find(({ id }) => id === modelId);
    if (model === undefined) throw noSuchModel();
    return userModelOut(model, deps.routes);
  });

function noSuchModel(): GatewayError {
  return new GatewayError('not_found', 'There is no such model.');
}
