import type { MountedRoute, MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import type { AccountDeps } from '../../deps.ts';
import { handleGetUserVideo } from './get.ts';
import { handleListUserVideos } from './list.ts';

/** The routes of `routes/videos`, in the order in which they are matched. */
export const videoRoutes = (
  deps: AccountDeps,
  reportRoute: MountRoute<UserCaller>,
): MountedRoute[] => [
  handleListUserVideos(deps, reportRoute),
  handleGetUserVideo(deps, reportRoute),
];
