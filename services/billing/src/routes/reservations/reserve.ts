import type { reserveRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import type { Logger } from '@tollgate/runtime/logger';
import type { Ledger } from '../../ledger.ts';
import { moveItems } from '../../move-items.ts';
import { assertAmount } from '../../storable.ts';

/** Places the holds of a caller's batch; they share a transaction with those of other callers. */
export const handleReserve =
  ({ ledger, logger }: { ledger: Ledger; logger: Logger }): Handler<typeof reserveRoute> =>
  async ({ body }) => {
    for (const item of body.items) assertAmount(item.amount_nano, 'amount_nano');
    return moveItems({ logger, movement: 'reserve' }, body.items, ledger.reserve);
  };
