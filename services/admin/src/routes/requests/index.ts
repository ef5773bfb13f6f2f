import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleExportPlatformRequests } from './export.ts';
import { handleGetPlatformRequest } from './get.ts';
import { handleListPlatformRequests } from './list.ts';

/** The routes of `routes/requests`, in the order in which they are matched. */
export const requestRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleListPlatformRequests(deps),
  handleGetPlatformRequest(deps),
  handleExportPlatformRequests(deps),
];
