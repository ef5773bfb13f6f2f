import type { MountedRoute } from '@tollgate/http/route';
import type { BillingDeps } from '../../deps.ts';
import { handleDeregister } from './deregister.ts';
import { handleHeartbeat } from './heartbeat.ts';

/** The routes of `routes/processes`, in the order in which they are matched. */
export const processRoutes = (deps: BillingDeps): MountedRoute[] => [
  handleHeartbeat(deps),
  handleDeregister(deps),
];
