import { getStandingRoute } from '@tollgate/contract/routes/billing/ledger';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Knex } from 'knex';
import { withRetries } from '../../transactions.ts';
import { findOldestHold, sumLosses } from '../../standing.queries.ts';

/** Answers with the sums of the ledger over the whole service. */
export const handleGetStanding = ({ db }: { db: Knex }): MountedRoute =>
  route(getStandingRoute, ({ query }) =>
    withRetries(
      async () => ({
        oldest_hold: await findOldestHold(db),
        losses: await sumLosses(db, query.since),
      }),
      { keyed: true },
    ),
  );
