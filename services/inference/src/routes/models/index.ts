import type { MountedRoute } from '@tollgate/http/route';
import type { RouteDeps } from '../../deps.ts';
import { handleGetModel } from './get.ts';
import { handleListModels } from './list.ts';

/** The routes of `routes/models`, in the order in which they are matched. */
export const modelRoutes = (deps: RouteDeps): MountedRoute[] => [
  handleListModels(deps),
  handleGetModel(deps),
];
