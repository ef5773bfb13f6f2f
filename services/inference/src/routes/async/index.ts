import type { MountedRoute } from '@tollgate/http/route';
import type { RouteDeps } from '../../deps.ts';
import { handleGetAsyncOperation } from './get.ts';

/** The routes of `routes/async`, in the order in which they are matched. */
export const asyncRoutes = (deps: RouteDeps): MountedRoute[] => [handleGetAsyncOperation(deps)];
