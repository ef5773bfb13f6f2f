import type { Knex } from 'knex';
import type { listAllEntriesRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import { withRetries } from '../../attempts.ts';
import { listAllEntries } from '../../entry-queries.ts';

/** A page of the movements of all wallets. */
export const handleListAllEntries =
  ({ db }: { db: Knex }): Handler<typeof listAllEntriesRoute> =>
  async ({ query }) => {
    const page = { limit: query.limit, before: query.before ?? null };
    const list = (): ReturnType<typeof listAllEntries> =>
      listAllEntries(db, page, query.moved_by ?? null);
    return { entries: await withRetries(list, { keyed: true }) };
  };
