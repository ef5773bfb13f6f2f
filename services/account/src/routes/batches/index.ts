import type { MountedRoute, MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import type { AccountDeps } from '../../deps.ts';
import { handleCancelUserBatch } from './cancel.ts';
import { handleGetUserBatch } from './get.ts';
import { handleListUserBatches } from './list.ts';

/** The routes of `routes/batches`, in the order in which they are matched. */
export const batchRoutes = (
  deps: AccountDeps,
  reportRoute: MountRoute<UserCaller>,
): MountedRoute[] => [
  handleListUserBatches(deps, reportRoute),
  handleGetUserBatch(deps, reportRoute),
  handleCancelUserBatch(deps),
];
