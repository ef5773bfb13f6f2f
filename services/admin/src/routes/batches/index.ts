import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleCancelPlatformBatch } from './cancel.ts';
import { handleListPlatformBatches } from './list.ts';

/** The routes of `routes/batches`, in the order in which they are matched. */
export const batchRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleListPlatformBatches(deps),
  handleCancelPlatformBatch(deps),
];
