import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleEndPlatformVideo } from './end.ts';
import { handleListPlatformVideos } from './list.ts';

/** The routes of `routes/videos`, in the order in which they are matched. */
export const videoRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleListPlatformVideos(deps),
  handleEndPlatformVideo(deps),
];
