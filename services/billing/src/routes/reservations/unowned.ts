import { listUnownedRoute } from '@tollgate/contract/routes/billing/reservations';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Knex } from 'knex';
import { withRetries } from '../../transactions.ts';
import { listUnowned } from '../../reservation.queries.ts';

/** Open holds without a process; whether a hold is needed, the row of its operation says. */
export const handleListUnowned = ({ db }: { db: Knex }): MountedRoute =>
  route(listUnownedRoute, async ({ query }) => ({
    reservations: await withRetries(
      () => listUnowned(db, { olderThanMs: query.older_than_ms, holder: query.holder ?? null }),
      { keyed: true },
    ),
  }));
