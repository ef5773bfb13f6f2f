import { approveModel, getModelView } from '@tollgate/catalog/models';
import { shownContract } from '@tollgate/catalog/shown-contract';
import { approvePlatformModel } from '@tollgate/contract/routes/admin/models';
import type { MountedRoute } from '@tollgate/http/route';
import { decodeId } from '@tollgate/runtime/ids';
import { callTimesIn } from '../../call-times-in.ts';
import type { AdminDeps } from '../../deps.ts';
import { modelOut } from '../../model-out.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleApprovePlatformModel = (deps: AdminDeps): MountedRoute =>
  platformRoute(approvePlatformModel, async ({ params, body }, context) => {
    const id = decodeId('mdl', params.model_id);
    const { limits, parameters, dimensions, hard_output_tokens, reason } = body ?? {};
    const { first_byte_seconds: firstByteSeconds = null, total_seconds: totalSeconds = null } =
      body ?? {};
    const view = await change(deps, context, async (trx, note) => {
      const model = await approveModel(trx, id, {
        limits,
        parameters,
        dimensions,
        hardOutputTokens: hard_output_tokens ?? null,
        firstByteSeconds,
        totalSeconds,
      });
      await note({
        action: 'model.approve',
        target: { kind: 'model', id: model.id },
        details: {
          model: model.publicId,
          revision: model.contract && shownContract(model.contract, deps.routes).revision,
          limits: model.contract?.limits,
          hard_output_tokens: model.hardOutputTokens,
          ...callTimesIn(body ?? {}),
          reason: reason ?? null,
        },
      });
      return getModelView(trx, model.id);
    });
    return modelOut(view, deps.routes);
  });
