import { bookLossesRoute } from '@tollgate/contract/routes/billing/losses';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Ledger } from '../../ledger.ts';
import { assertAmount } from '../../item-readers.ts';

/** Records the losses of a caller's batch. */
export const handleBookLosses = ({ ledger }: { ledger: Ledger }): MountedRoute =>
  route(bookLossesRoute, async ({ body }) => {
    for (const { cost_nano: cost } of body.items) assertAmount(cost, 'cost_nano');
    return { results: await Promise.all(body.items.map(ledger.bookLoss)) };
  });
