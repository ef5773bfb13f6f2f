import type { MountedRoute, MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import type { AccountDeps } from '../../deps.ts';
import { handleGetUserRequest } from './get.ts';
import { handleListUserRequests } from './list.ts';

/** The routes of `routes/requests`, in the order in which they are matched. */
export const requestRoutes = (
  deps: AccountDeps,
  reportRoute: MountRoute<UserCaller>,
): MountedRoute[] => [
  handleListUserRequests(deps, reportRoute),
  handleGetUserRequest(deps, reportRoute),
];
