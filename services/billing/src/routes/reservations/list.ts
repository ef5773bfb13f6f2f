import type { Knex } from 'knex';
import type { listReservationsRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import { withRetries } from '../../attempts.ts';
import { listReservations } from '../../queries.ts';

/** The holds of one operation, open and closed. */
export const handleListReservations =
  ({ db }: { db: Knex }): Handler<typeof listReservationsRoute> =>
  async ({ query }) => ({
    reservations: await withRetries(() => listReservations(db, query.op_id), { keyed: true }),
  });
