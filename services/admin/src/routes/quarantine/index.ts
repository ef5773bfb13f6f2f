import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleGetQuarantine } from './list.ts';
import { handlePutBackQuarantined } from './put-back.ts';

/** The routes of `routes/quarantine`, in the order in which they are matched. */
export const quarantineRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleGetQuarantine(deps),
  handlePutBackQuarantined(deps),
];
