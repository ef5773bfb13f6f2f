import type { reserveRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import type { Ledger } from '../../ledger.ts';
import { assertAmount } from '../../storable.ts';

/** Places the holds of a caller's batch; they share a transaction with those of other callers. */
export const handleReserve =
  ({ ledger }: { ledger: Ledger }): Handler<typeof reserveRoute> =>
  async ({ body }) => {
    for (const item of body.items) assertAmount(item.amount_nano, 'amount_nano');
    return { results: await Promise.all(body.items.map((item) => ledger.reserve(item))) };
  };
