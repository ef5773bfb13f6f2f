import { moveRoute } from '@tollgate/contract/routes/billing/reservations';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Logger } from '@tollgate/runtime/logger';
import { readRelease, readReserve, readSettle } from '../../item-readers.ts';
import type { Ledger } from '../../ledger.ts';
import { moveMixed } from '../../move-items.ts';

/** Charges, gives back and holds what a caller's batch names; the items share a transaction. */
export const handleMove = ({
  ledger,
  logger,
}: {
  ledger: Ledger;
  logger: Logger;
}): MountedRoute => {
  const movings = {
    reserve: { logger, movement: 'reserve', read: readReserve, move: ledger.reserve },
    settle: { logger, movement: 'settle', read: readSettle, move: ledger.settle },
    release: { logger, movement: 'release', read: readRelease, move: ledger.release },
  } as const;
  return route(moveRoute, ({ query, body }) =>
    moveMixed(movings, { items: body.items, judge: query.judge }),
  );
};
