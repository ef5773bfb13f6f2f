import { tryPrices } from '@tollgate/catalog/models';
import { PriceWhatIfRequest, WhatIfOut } from '@tollgate/contract/platform/what-if';
import { defineRoute } from '@tollgate/contract/route';
import { rateAgain } from '@tollgate/requests/usage/what-if-queries';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { ModelIdParams } from '../../params.ts';
import { lastMoments, whatIfOut } from '../../what-if.ts';

export const tryPlatformPrices = defineRoute({
  method: 'post',
  path: '/api/platform/models/:model_id/prices/what-if',
  auth: 'platform',
  needs: 'prices',
  summary: 'What the last days would have cost under other prices; changes nothing',
  params: ModelIdParams,
  body: PriceWhatIfRequest,
  status: 200,
  response: WhatIfOut,
});

export const handleTryPlatformPrices =
  ({ db, reports, now }: AdminDeps): AdminHandler<typeof tryPlatformPrices> =>
  async ({ params, body }) => {
    const { model, prices } = await tryPrices(db, {
      modelId: decodeId('mdl', params.model_id),
      table: body,
      allowFree: body.allow_free === true,
    });
    const range = lastMoments(body.days, now());
    const scope = { ...range, userId: null, model: model.publicId, priceVersionId: null };
    return whatIfOut(reports, range, await rateAgain(reports, scope, { prices, upliftBp: null }));
  };
