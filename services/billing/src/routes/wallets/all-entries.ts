import { listAllEntriesRoute } from '@tollgate/contract/routes/billing/wallets';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Knex } from 'knex';
import { withRetries } from '../../transactions.ts';
import { findArchivedEntries, listAllEntries } from '../../entry.queries.ts';

/** A page of the movements of all wallets. */
export const handleListAllEntries = ({ db }: { db: Knex }): MountedRoute =>
  route(listAllEntriesRoute, async ({ query }) => {
    const { limit, before = null, holds = true, moved_by: movedBy = null } = query;
    const page = { limit, before, holds };
    const [entries, archived] = await Promise.all([
      withRetries(() => listAllEntries(db, page, movedBy), { keyed: true }),
      // What grants moved is all there, whatever has left.
      movedBy === 'grants'
        ? null
        : withRetries(() => findArchivedEntries(db, null), { keyed: true }),
    ]);
    return { entries, archived };
  });
