import { Type } from 'typebox';
import { BILLING_BATCH_MAX } from '../../billing.ts';
import { closed } from '../../closed.ts';
import { LOSS_DAYS_MAX, LossItem, LossResult, OwnerLosses } from '../../losses.ts';
import { defineRoute } from '../../route.ts';

/** `POST /internal/provider-costs`. */
export const bookLossesRoute = defineRoute({
  method: 'post',
  path: '/internal/provider-costs',
  auth: 'service',
  callers: ['inference', 'worker'],
  summary: 'Book what providers bill and nobody is charged for',
  body: Type.Object(
    { items: Type.Array(LossItem, { minItems: 1, maxItems: BILLING_BATCH_MAX }) },
    closed,
  ),
  status: 200,
  response: Type.Object({ results: Type.Array(LossResult) }, closed),
});

/** `GET /internal/provider-costs`. */
export const listLossesRoute = defineRoute({
  method: 'get',
  path: '/internal/provider-costs',
  auth: 'service',
  callers: ['admin'],
  summary: 'What calls of each owner have cost the platform, the largest first',
  query: Type.Object(
    {
      days: Type.Integer({ minimum: 1, maximum: LOSS_DAYS_MAX, default: 30 }),
      limit: Type.Integer({ minimum: 1, maximum: 1_000, default: 200 }),
    },
    closed,
  ),
  status: 200,
  response: Type.Object({ owners: Type.Array(OwnerLosses) }, closed),
});
