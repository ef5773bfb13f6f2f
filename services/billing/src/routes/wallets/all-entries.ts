import { listAllEntriesRoute } from '@tollgate/contract/routes/billing/wallets';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Knex } from 'knex';
import { withRetries } from '../../transactions.ts';
import { listAllEntries } from '../../entry.queries.ts';

/** A page of the movements of all wallets. */
export const handleListAllEntries = ({ db }: { db: Knex }): MountedRoute =>
  route(listAllEntriesRoute, async ({ query }) => {
    const { limit, before = null, holds = true } = query;
    const page = { limit, before, holds };
    const list = (): ReturnType<typeof listAllEntries> =>
      listAllEntries(db, page, query.moved_by ?? null);
    return { entries: await withRetries(list, { keyed: true }) };
  });
