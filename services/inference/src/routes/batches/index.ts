import type { MountedRoute } from '@tollgate/http/route';
import type { RouteDeps } from '../../deps.ts';
import { handleCancelBatch } from './cancel.ts';
import { handleCreateBatch } from './create.ts';
import { handleGetBatch } from './get.ts';
import { handleListBatches } from './list.ts';

/** The routes of `routes/batches`, in the order in which they are matched. */
export const batchRoutes = (deps: RouteDeps): MountedRoute[] => [
  handleListBatches(deps),
  handleCreateBatch(deps),
  handleGetBatch(deps),
  handleCancelBatch(deps),
];
