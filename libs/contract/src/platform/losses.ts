import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../closed.ts';
import { LOSS_DAYS_MAX } from '../losses.ts';
import { Credits, PAGE_ROWS_DEFAULT, PAGE_ROWS_MAX, Timestamp, UserEmail } from './shared.ts';

/** How far back to look, and how many users to show. */
export const PlatformLossQuery = Type.Object(
  {
    days: Type.Integer({ minimum: 1, maximum: LOSS_DAYS_MAX, default: 30 }),
    limit: Type.Integer({ minimum: 1, maximum: PAGE_ROWS_MAX, default: PAGE_ROWS_DEFAULT }),
  },
  closed,
);
export type PlatformLossQuery = Static<typeof PlatformLossQuery>;

/** What calls of one user have cost the platform beyond what the user was charged. */
export const PlatformLossOut = Type.Object(
  {
    user_id: Type.String(),
    user_email: UserEmail,
    /** By usage that a provider reported. */
    known: Credits,
    /** The most that calls without reported usage can have cost. */
    at_most: Credits,
    count: Type.Integer({ minimum: 0, description: 'Losses' }),
    covered: Type.String({
      pattern: '^[0-9]+\\.[0-9]{9}$',
      description: 'Credits that overruns took from the wallet beyond their holds',
    }),
    covered_count: Type.Integer({ minimum: 0, description: 'Overruns that took any' }),
    last_at: Timestamp,
  },
  closed,
);
export type PlatformLossOut = Static<typeof PlatformLossOut>;
