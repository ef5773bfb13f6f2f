import { listLossesRoute } from '@tollgate/contract/routes/billing/losses';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Knex } from 'knex';
import { withRetries } from '../../transactions.ts';
import { listLosses } from '../../loss.queries.ts';

/** Who costs the platform most. */
export const handleListLosses = ({ db }: { db: Knex }): MountedRoute =>
  route(listLossesRoute, async ({ query }) => ({
    owners: await withRetries(() => listLosses(db, query), { keyed: true }),
  }));
