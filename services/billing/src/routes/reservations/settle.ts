import type { settleRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import type { Logger } from '@tollgate/runtime/logger';
import type { Ledger } from '../../ledger.ts';
import { moveItems } from '../../move-items.ts';
import { assertAmount } from '../../storable.ts';

/** Turns the holds of a caller's batch into charges. */
export const handleSettle =
  ({ ledger, logger }: { ledger: Ledger; logger: Logger }): Handler<typeof settleRoute> =>
  async ({ body }) => {
    for (const item of body.items) assertAmount(item.cost_nano, 'cost_nano');
    return moveItems({ logger, movement: 'settle' }, body.items, ledger.settle);
  };
