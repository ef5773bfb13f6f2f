import { listGrantsRoute } from '@tollgate/contract/routes/billing/wallets';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Knex } from 'knex';
import { withRetries } from '../../transactions.ts';
import { findNextEnd, listGrants } from '../../grant.queries.ts';

/** A page of a user's grants, and when credit ends next. */
export const handleListGrants = ({ db }: { db: Knex }): MountedRoute =>
  route(listGrantsRoute, async ({ params, query }) => {
    const page = { limit: query.limit, before: query.before ?? null };
    const read = async () => ({
      grants: await listGrants(db, params.user_id, page),
      next_end: await findNextEnd(db, params.user_id),
    });
    return withRetries(read, { keyed: true });
  });
