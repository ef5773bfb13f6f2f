import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleCreatePlatformSetup } from './create.ts';
import { handleGetPlatformSetupStatus } from './status.ts';

/** The routes of `routes/setup`, in the order in which they are matched. */
export const setupRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleGetPlatformSetupStatus(deps),
  handleCreatePlatformSetup(deps),
];
