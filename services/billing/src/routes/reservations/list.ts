import { listReservationsRoute } from '@tollgate/contract/routes/billing/reservations';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Knex } from 'knex';
import { withRetries } from '../../transactions.ts';
import { listReservations } from '../../reservation.queries.ts';

/** The holds of one operation, open and closed. */
export const handleListReservations = ({ db }: { db: Knex }): MountedRoute =>
  route(listReservationsRoute, async ({ query }) => ({
    reservations: await withRetries(() => listReservations(db, query.op_id), { keyed: true }),
  }));
