import { tryPrices } from '@tollgate/catalog/models';
import { tryPlatformPrices } from '@tollgate/contract/routes/admin/pricing';
import type { MountedRoute } from '@tollgate/http/route';
import { rateAgain } from '@tollgate/requests/usage/what-if.queries';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { lastMoments, whatIfOut } from '../../what-if.ts';

export const handleTryPlatformPrices = ({ db, reports, now }: AdminDeps): MountedRoute =>
  platformRoute(tryPlatformPrices, async ({ params, body }) => {
    const { model, prices } = await tryPrices(db, {
      modelId: decodeId('mdl', params.model_id),
      table: body,
      allowFree: body.allow_free === true,
    });
    const range = lastMoments(body.days, now());
    const scope = { ...range, userId: null, model: model.publicId, priceVersionId: null };
    return whatIfOut(reports, range, await rateAgain(reports, scope, { prices, upliftBp: null }));
  });
