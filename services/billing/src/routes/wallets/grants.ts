import type { Knex } from 'knex';
import type { listGrantsRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import { withRetries } from '../../attempts.ts';
import { listGrants } from '../../queries.ts';

/** A page of a user's grants. */
export const handleListGrants =
  ({ db }: { db: Knex }): Handler<typeof listGrantsRoute> =>
  async ({ params, query }) => {
    const page = { limit: query.limit, before: query.before ?? null };
    return {
      grants: await withRetries(() => listGrants(db, params.user_id, page), { keyed: true }),
    };
  };
