import type { reserveRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import type { Logger } from '@tollgate/runtime/logger';
import { readReserve } from '../../item-readers.ts';
import type { Ledger } from '../../ledger.ts';
import { moveItems } from '../../move-items.ts';

/** Places the holds of a caller's batch; they share a transaction with those of other callers. */
export const handleReserve =
  ({ ledger, logger }: { ledger: Ledger; logger: Logger }): Handler<typeof reserveRoute> =>
  (input) =>
    moveItems({ logger, movement: 'reserve', read: readReserve, move: ledger.reserve }, input);
