import { addPrices } from '@tollgate/catalog/models';
import { pricePlatformModel } from '@tollgate/contract/routes/admin/models';
import type { MountedRoute } from '@tollgate/http/route';
import { decodeId, encodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { priceVersionOut } from '../../model-out.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handlePricePlatformModel = (deps: AdminDeps): MountedRoute =>
  platformRoute(pricePlatformModel, async ({ params, body }, context) => {
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
          ...(body.service_tiers === undefined ? {} : { service_tiers: body.service_tiers }),
          effective_at: stored.effectiveAt.toISOString(),
        },
      });
      return stored;
    });
    return priceVersionOut(version);
  });
