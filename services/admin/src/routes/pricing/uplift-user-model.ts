import { listModelsForUser, setUserModelUplift } from '@tollgate/catalog/users';
import { GatewayError } from '@tollgate/contract/error-codes';
import { upliftPlatformUserModel } from '@tollgate/contract/routes/admin/pricing';
import type { MountedRoute } from '@tollgate/http/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';
import { platformUserModelOut } from '../../user-model-out.ts';

export const handleUpliftPlatformUserModel = (deps: AdminDeps): MountedRoute =>
  platformRoute(upliftPlatformUserModel, async ({ params, body }, context) => {
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
  });

function noSuchModel(): GatewayError {
  return new GatewayError('not_found', 'There is no such model.');
}
