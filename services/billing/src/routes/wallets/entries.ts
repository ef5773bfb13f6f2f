import { listEntriesRoute } from '@tollgate/contract/routes/billing/wallets';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Knex } from 'knex';
import { withRetries } from '../../transactions.ts';
import { findArchivedEntries, listEntries } from '../../entry.queries.ts';

/** A page of a wallet's movements. */
export const handleListEntries = ({ db }: { db: Knex }): MountedRoute =>
  route(listEntriesRoute, async ({ params, query }) => {
    const { limit, before = null, holds = true } = query;
    const page = { limit, before, holds };
    const userId = params.user_id;
    const [entries, archived] = await Promise.all([
      withRetries(() => listEntries(db, userId, page), { keyed: true }),
      withRetries(() => findArchivedEntries(db, userId), { keyed: true }),
    ]);
    return { entries, archived };
  });
