import { listOpenHoldsRoute } from '@tollgate/contract/routes/billing/wallets';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Knex } from 'knex';
import { withRetries } from '../../transactions.ts';
import { listOpenHolds } from '../../reservation.queries.ts';

/** A page of a wallet's open holds. */
export const handleListOpenHolds = ({ db }: { db: Knex }): MountedRoute =>
  route(listOpenHoldsRoute, async ({ params, query }) => {
    const { limit, after = null } = query;
    const page = { userId: params.user_id, limit, after };
    return { holds: await withRetries(() => listOpenHolds(db, page), { keyed: true }) };
  });
