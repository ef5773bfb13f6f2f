import { sweepRoute } from '@tollgate/contract/routes/billing/ledger';
import { route } from '@tollgate/http/route';
import type { MountedRoute } from '@tollgate/http/route';
import type { Sweeper } from '../../sweeper.ts';

/** Sweeps now. */
export const handleSweep = ({ sweeper }: { sweeper: Sweeper }): MountedRoute =>
  route(sweepRoute, () => sweeper.sweep());
