import { decideModel, getModelView } from '@tollgate/catalog/models';
import { decidePlatformModel } from '@tollgate/contract/routes/admin/models';
import type { MountedRoute } from '@tollgate/http/route';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { modelOut } from '../../model-out.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleDecidePlatformModel = (deps: AdminDeps): MountedRoute =>
  platformRoute(decidePlatformModel, async ({ params, body }, context) => {
    const id = decodeId('mdl', params.model_id);
    const view = await change(deps, context, async (trx, note) => {
      const model = await decideModel(trx, id, body.decision);
      await note({
        action: `model.${body.decision}`,
        target: { kind: 'model', id: model.id },
        details: { model: model.publicId, reason: body.reason ?? null },
      });
      return getModelView(trx, model.id);
    });
    return modelOut(view, deps.routes);
  });
