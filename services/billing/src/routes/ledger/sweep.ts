import type { sweepRoute } from '@tollgate/contract/billing';
import type { Handler } from '@tollgate/http/serve';
import type { Sweeper } from '../../sweeper.ts';

/** Sweeps now. */
export const handleSweep =
  ({ sweeper }: { sweeper: Sweeper }): Handler<typeof sweepRoute> =>
  () =>
    sweeper.sweep();
