import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { LONG_CONTEXT_TIERS_MAX } from '../model-limits.ts';
import { archivedPart } from '../request-records.ts';
import { LongContextPrices, PriceList } from './models.ts';
import { Credits, Timestamp, UpliftBp, UserEmail } from './shared.ts';

/** The most days that are rated again. */
const WHAT_IF_DAYS_MAX = 90;

const Days = Type.Integer({
  minimum: 1,
  maximum: WHAT_IF_DAYS_MAX,
  default: 30,
  description: 'Requests of so many days up to now are rated again',
});

/** Prices to try out on past usage. */
export const PriceWhatIfRequest = Type.Object(
  {
    prices: PriceList,
    long_context: Type.Optional(
      Type.Array(LongContextPrices, { maxItems: LONG_CONTEXT_TIERS_MAX }),
    ),
    allow_free: Type.Optional(Type.Boolean()),
    days: Type.Optional(Days),
  },
  closed,
);
export type PriceWhatIfRequest = Static<typeof PriceWhatIfRequest>;

/** An uplift to try out on a user's past usage. */
export const UpliftWhatIfRequest = Type.Object(
  {
    uplift_bp: UpliftBp,
    /** For one model; absent: for every model without an uplift of its own for this user. */
    model_id: Type.Optional(Type.String({ maxLength: 200 })),
    days: Type.Optional(Days),
  },
  closed,
);
export type UpliftWhatIfRequest = Static<typeof UpliftWhatIfRequest>;

const sums = {
  requests: Type.Integer(),
  /** The credits that were charged; never more than was held. */
  charged: Credits,
  /** The price of the usage at the time of use. */
  cost_before: Credits,
  /** The price under the tried prices, each request rounded up by itself. */
  cost_after: Credits,
  /** After less before. */
  difference: Credits,
};

/** What past usage would have cost. Asking changes nothing. */
export const WhatIfOut = Type.Object(
  {
    from: Timestamp,
    until: Timestamp,
    ...archivedPart,
    ...sums,
    unpriced_requests: Type.Integer({
      description: 'Requests that used something without a price, which counts as nothing here',
    }),
    /** Those whose cost would change most. */
    users: Type.Array(
      Type.Object({ user_id: Type.String(), user_email: UserEmail, ...sums }, closed),
    ),
    models: Type.Array(Type.Object({ model: Type.String(), ...sums }, closed)),
  },
  closed,
);
export type WhatIfOut = Static<typeof WhatIfOut>;
