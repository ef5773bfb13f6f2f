import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleListPlatformLosses } from './list.ts';

/** The routes of `routes/losses`, in the order in which they are matched. */
export const lossRoutes = (deps: AdminDeps): MountedRoute[] => [handleListPlatformLosses(deps)];
