import { addPrices } from '@tollgate/catalog/models';
import { PriceVersionCreate, PriceVersionOut } from '@tollgate/contract/platform/models';
import { defineRoute } from '@tollgate/contract/route';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { ModelIdParams } from '../../params.ts';
import { change } from '../../trail.ts';
import { priceVersionOut } from '../../model-out.ts';

export const pricePlatformModel = defineRoute({
  method: 'post',
  path: '/api/platform/models/:model_id/prices',
  auth: 'platform',
  needs: 'prices',
  leased: true,
  summary: 'Set the prices of a model, from now or from a later moment on',
  params: ModelIdParams,
  body: PriceVersionCreate,
  status: 201,
  response: PriceVersionOut,
});

export const handlePricePlatformModel =
  (deps: AdminDeps): AdminHandler<typeof pricePlatformModel> =>
  async ({ params, body }, context) => {
    const version = await change(deps, context, async (trx, note) => {
      const stored = await addPrices(trx, {
        modelId: decodeId('mdl', params.model_id),
        table: body,
        effectiveAt: body.effective_at ?? null,
        allowFree: body.allow_free === true,
        createdBy: context.caller.administrator.id,
      });
      await note({
        action: 'model.price',
        target: { kind: 'price_version', id: stored.id },
        details: {
          model_id: encodeId('mdl', stored.modelId),
          prices: body.prices,
          ...(body.long_context === undefined ? {} : { long_context: body.long_context }),
          effective_at: stored.effectiveAt.toISOString(),
        },
      });
      return stored;
    });
    return priceVersionOut(version);
  };
