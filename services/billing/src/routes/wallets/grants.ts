import type { Knex } from 'knex';
import type { listGrantsRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import { withRetries } from '../../attempts.ts';
import { findNextEnd, listGrants } from '../../queries.ts';

/** A page of a user's grants, and when credit ends next. */
export const handleListGrants =
  ({ db }: { db: Knex }): Handler<typeof listGrantsRoute> =>
  async ({ params, query }) => {
    const page = { limit: query.limit, before: query.before ?? null };
    const read = async () => ({
      grants: await listGrants(db, params.user_id, page),
      next_end: await findNextEnd(db, params.user_id),
    });
    return withRetries(read, { keyed: true });
  };
