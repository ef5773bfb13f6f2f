import { decideModel, getModelView } from '@tollgate/catalog/models';
import { PlatformModelDecision, PlatformModelOut } from '@tollgate/contract/platform/models';
import { defineRoute } from '@tollgate/contract/route';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { ModelIdParams } from '../../params.ts';
import { change } from '../../trail.ts';
import { modelOut } from '../../model-out.ts';

export const decidePlatformModel = defineRoute({
  method: 'post',
  path: '/api/platform/models/:model_id/decision',
  auth: 'platform',
  needs: 'catalogue',
  leased: true,
  summary: 'Switch an approved model on or off, or reject one',
  params: ModelIdParams,
  body: PlatformModelDecision,
  status: 200,
  errors: ['conflict'],
  response: PlatformModelOut,
});

export const handleDecidePlatformModel =
  (deps: AdminDeps): AdminHandler<typeof decidePlatformModel> =>
  async ({ params, body }, context) => {
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
  };
