import { listEntriesRoute } from '@tollgate/contract/routes/billing/wallets';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Knex } from 'knex';
import { withRetries } from '../../transactions.ts';
import { listEntries } from '../../entry.queries.ts';

/** A page of a wallet's movements. */
export const handleListEntries = ({ db }: { db: Knex }): MountedRoute =>
  route(listEntriesRoute, async ({ params, query }) => {
    const { limit, before = null, holds = true } = query;
    const page = { limit, before, holds };
    return {
      entries: await withRetries(() => listEntries(db, params.user_id, page), { keyed: true }),
    };
  });
