import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleListPlatformAccessEvents } from './list.ts';

/** The routes of `routes/access`, in the order in which they are matched. */
export const accessRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleListPlatformAccessEvents(deps),
];
