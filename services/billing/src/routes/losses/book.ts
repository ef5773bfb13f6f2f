import type { bookLossesRoute } from '@tollgate/contract/losses';
import type { Handler } from '@tollgate/http/serve';
import type { Ledger } from '../../ledger.ts';
import { assertAmount } from '../../storable.ts';

/** Books the losses of a caller's batch. */
export const handleBookLosses =
  ({ ledger }: { ledger: Ledger }): Handler<typeof bookLossesRoute> =>
  async ({ body }) => {
    for (const { cost_nano: cost } of body.items) assertAmount(cost, 'cost_nano');
    return { results: await Promise.all(body.items.map(ledger.bookLoss)) };
  };
