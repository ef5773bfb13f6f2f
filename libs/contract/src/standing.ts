import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Nano, Timestamp, Uuid } from './billing.ts';
import { closed } from './closed.ts';
import { HoldKind } from './open-holds.ts';

/** The oldest hold of all that are neither settled nor released. */
export const OldestHold = Type.Object(
  {
    op_id: Uuid,
    user_id: Uuid,
    kind: HoldKind,
    amount_nano: Nano,
    created_at: Timestamp,
    /** By the clock of the database. */
    age_ms: Type.Integer({ minimum: 0 }),
  },
  closed,
);

export type OldestHold = Static<typeof OldestHold>;

/** The sums of the ledger over the whole service. */
export const Standing = Type.Object(
  {
    oldest_hold: Type.Union([OldestHold, Type.Null()]),
    /** What providers bill beyond what users were charged, since the moment that was asked for. */
    losses: Type.Object(
      {
        /** By usage that a provider reported. */
        known_nano: Nano,
        /** The most that calls without reported usage can have cost. */
        at_most_nano: Nano,
      },
      closed,
    ),
  },
  closed,
);

export type Standing = Static<typeof Standing>;
