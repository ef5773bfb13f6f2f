import type { MountedRoute, MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import type { AccountDeps } from '../../deps.ts';
import { handleGetOperation } from './get.ts';
import { handleListOperations } from './list.ts';

/** The routes of `routes/operations`, in the order in which they are matched. */
export const operationRoutes = (
  deps: AccountDeps,
  reportRoute: MountRoute<UserCaller>,
): MountedRoute[] => [
  handleListOperations(deps, reportRoute),
  handleGetOperation(deps, reportRoute),
];
