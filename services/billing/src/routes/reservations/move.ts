import type { moveRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
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
}): Handler<typeof moveRoute> => {
  const movings = {
    reserve: { logger, movement: 'reserve', read: readReserve, move: ledger.reserve },
    settle: { logger, movement: 'settle', read: readSettle, move: ledger.settle },
    release: { logger, movement: 'release', read: readRelease, move: ledger.release },
  } as const;
  return ({ query, body }) => moveMixed(movings, { items: body.items, judge: query.judge });
};
