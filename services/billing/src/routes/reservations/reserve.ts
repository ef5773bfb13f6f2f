import { reserveRoute } from '@tollgate/contract/routes/billing/reservations';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Logger } from '@tollgate/runtime/logger';
import { readReserve } from '../../item-readers.ts';
import type { Ledger } from '../../ledger.ts';
import { moveItems } from '../../move-items.ts';

/** Creates the holds of a caller's batch; they share a transaction with those of other callers. */
export const handleReserve = ({
  ledger,
  logger,
}: {
  ledger: Ledger;
  logger: Logger;
}): MountedRoute =>
  route(reserveRoute, (input) =>
    moveItems({ logger, movement: 'reserve', read: readReserve, move: ledger.reserve }, input),
  );
