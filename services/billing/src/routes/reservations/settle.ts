import type { settleRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import type { Ledger } from '../../ledger.ts';
import { assertAmount } from '../../storable.ts';

/** Turns the holds of a caller's batch into charges. */
export const handleSettle =
  ({ ledger }: { ledger: Ledger }): Handler<typeof settleRoute> =>
  async ({ body }) => {
    for (const item of body.items) assertAmount(item.cost_nano, 'cost_nano');
    return { results: await Promise.all(body.items.map((item) => ledger.settle(item))) };
  };
