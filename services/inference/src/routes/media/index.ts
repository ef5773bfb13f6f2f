import type { MountedRoute } from '@tollgate/http/route';
import type { RouteDeps } from '../../deps.ts';
import { handleDeleteMedia } from './delete.ts';
import { handleGetMedia } from './get.ts';

/** The routes of `routes/media`, in the order in which they are matched. */
export const mediaRoutes = (deps: RouteDeps): MountedRoute[] => [
  handleGetMedia(deps),
  handleDeleteMedia(deps),
];
