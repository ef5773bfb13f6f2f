import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { LOSS_DAYS_MAX } from '../losses.ts';
import { HoldKind } from '../open-holds.ts';
import { archivedPart } from '../request-records.ts';
import { Credits, Timestamp } from './shared.ts';

/** How far back to add up. */
export const PlatformStandingQuery = Type.Object(
  { days: Type.Integer({ minimum: 1, maximum: LOSS_DAYS_MAX, default: 30 }) },
  closed,
);

/** A difference of credits, which may be below zero. */
const Difference = Type.String({
  pattern: '^-?[0-9]+\\.[0-9]{9}$',
  description: 'Credits as a decimal string with nine decimals; below zero with a minus',
});

/** What the service earns beyond what providers cost, and the hold that has waited longest. */
export const PlatformStandingOut = Type.Object(
  {
    days: Type.Integer(),
    from: Timestamp,
    until: Timestamp,
    ...archivedPart,
    margin: Type.Object(
      {
        /** What uplifts have added to list prices, of the records that are kept. */
        uplifts: Credits,
        /**
         * Costs that providers bill and nobody was charged for, by usage that they reported; at the
         * price of the hold.
         */
        losses: Credits,
        /** The most that calls without reported usage can have cost. */
        losses_at_most: Credits,
        /** Uplifts less every loss at its most. */
        least: Difference,
        /** Uplifts less known losses alone. */
        most: Difference,
      },
      closed,
    ),
    oldest_hold: Type.Union([
      Type.Object(
        {
          operation_id: Type.String(),
          user_id: Type.String(),
          kind: HoldKind,
          held: Credits,
          created_at: Timestamp,
          age_seconds: Type.Integer({ minimum: 0 }),
        },
        closed,
      ),
      Type.Null(),
    ]),
  },
  closed,
);
export type PlatformStandingOut = Static<typeof PlatformStandingOut>;
