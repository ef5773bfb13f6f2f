import type { MountedRoute } from '@tollgate/http/route';
import type { BillingDeps } from '../../deps.ts';
import { handleListReservations } from './list.ts';
import { handleMove } from './move.ts';
import { handleRelease } from './release.ts';
import { handleReserve } from './reserve.ts';
import { handleSettle } from './settle.ts';
import { handleListUnowned } from './unowned.ts';

/** The routes of `routes/reservations`, in the order in which they are matched. */
export const reservationRoutes = (deps: BillingDeps): MountedRoute[] => [
  handleReserve(deps),
  handleSettle(deps),
  handleRelease(deps),
  handleMove(deps),
  handleListReservations(deps),
  handleListUnowned(deps),
];
