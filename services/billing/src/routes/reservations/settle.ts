import { settleRoute } from '@tollgate/contract/routes/billing/reservations';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Logger } from '@tollgate/runtime/logger';
import { readSettle } from '../../item-readers.ts';
import type { Ledger } from '../../ledger.ts';
import { moveItems } from '../../move-items.ts';

/** Turns the holds of a caller's batch into charges. */
export const handleSettle = ({
  ledger,
  logger,
}: {
  ledger: Ledger;
  logger: Logger;
}): MountedRoute =>
  route(settleRoute, (input) =>
    moveItems({ logger, movement: 'settle', read: readSettle, move: ledger.settle }, input),
  );
