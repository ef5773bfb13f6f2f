import { releaseRoute } from '@tollgate/contract/routes/billing/reservations';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Logger } from '@tollgate/runtime/logger';
import { readRelease } from '../../item-readers.ts';
import type { Ledger } from '../../ledger.ts';
import { moveItems } from '../../move-items.ts';

/** Gives the holds of a caller's batch back. */
export const handleRelease = ({
  ledger,
  logger,
}: {
  ledger: Ledger;
  logger: Logger;
}): MountedRoute =>
  route(releaseRoute, (input) =>
    moveItems({ logger, movement: 'release', read: readRelease, move: ledger.release }, input),
  );
