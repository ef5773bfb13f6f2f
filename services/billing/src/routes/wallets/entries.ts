import type { Knex } from 'knex';
import type { listEntriesRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import { withRetries } from '../../attempts.ts';
import { listEntries } from '../../entry-queries.ts';

/** A page of a wallet's movements. */
export const handleListEntries =
  ({ db }: { db: Knex }): Handler<typeof listEntriesRoute> =>
  async ({ params, query }) => {
    const page = { limit: query.limit, before: query.before ?? null };
    return {
      entries: await withRetries(() => listEntries(db, params.user_id, page), { keyed: true }),
    };
  };
