import type { MountedRoute, MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import type { AccountDeps } from '../../deps.ts';
import { handleGetUsage } from './get.ts';
import { handleGetUsageSeries } from './series.ts';
import { handleGetSessionUsage } from './sessions.ts';
import { handleGetTagUsage } from './tags.ts';

/** The routes of `routes/usage`, in the order in which they are matched. */
export const usageRoutes = (
  deps: AccountDeps,
  reportRoute: MountRoute<UserCaller>,
): MountedRoute[] => [
  handleGetUsage(deps, reportRoute),
  handleGetUsageSeries(deps, reportRoute),
  handleGetSessionUsage(deps, reportRoute),
  handleGetTagUsage(deps, reportRoute),
];
