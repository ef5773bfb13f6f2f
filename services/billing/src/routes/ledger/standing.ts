import type { Knex } from 'knex';
import type { getStandingRoute } from '@tollgate/contract/standing';
import type { Handler } from '@tollgate/http/serve';
import { withRetries } from '../../attempts.ts';
import { findOldestHold, sumLosses } from '../../standing-queries.ts';

/** What the book says of the whole service. */
export const handleGetStanding =
  ({ db }: { db: Knex }): Handler<typeof getStandingRoute> =>
  ({ query }) =>
    withRetries(
      async () => ({
        oldest_hold: await findOldestHold(db),
        losses: await sumLosses(db, query.since),
      }),
      { keyed: true },
    );
