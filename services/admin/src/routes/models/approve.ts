import { approveModel, getModelView } from '@tollgate/catalog/models';
import { shownContract } from '@tollgate/catalog/shown-contract';
import { ModelApproval, PlatformModelOut } from '@tollgate/contract/platform/models';
import { defineRoute } from '@tollgate/contract/route';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { ModelIdParams } from '../../params.ts';
import { change } from '../../trail.ts';
import { callTimesIn } from '../../call-times-in.ts';
import { modelOut } from '../../model-out.ts';

export const approvePlatformModel = defineRoute({
  method: 'post',
  path: '/api/platform/models/:model_id/approval',
  auth: 'platform',
  needs: 'catalogue',
  leased: true,
  summary: 'Approve a model with its limits; it can be called once it is priced',
  params: ModelIdParams,
  body: ModelApproval,
  bodyOptional: true,
  status: 200,
  response: PlatformModelOut,
});

export const handleApprovePlatformModel =
  (deps: AdminDeps): AdminHandler<typeof approvePlatformModel> =>
  async ({ params, body }, context) => {
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
  };
