import type { Knex } from 'knex';
import type { listOpenHoldsRoute } from '@tollgate/contract/open-holds';
import type { Handler } from '@tollgate/http/serve';
import { withRetries } from '../../attempts.ts';
import { listOpenHolds } from '../../open-hold-queries.ts';

/** A page of a wallet's open holds. */
export const handleListOpenHolds =
  ({ db }: { db: Knex }): Handler<typeof listOpenHoldsRoute> =>
  async ({ params, query }) => {
    const { limit, after = null } = query;
    const page = { userId: params.user_id, limit, after };
    return { holds: await withRetries(() => listOpenHolds(db, page), { keyed: true }) };
  };
