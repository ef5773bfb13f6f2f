import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleCreatePlatformAdministrator } from './create.ts';
import { handleDeletePlatformAdministrator } from './delete.ts';
import { handleListPlatformAdministrators } from './list.ts';
import { handleUpdatePlatformAdministrator } from './update.ts';

/** The routes of `routes/administrators`, in the order in which they are matched. */
export const administratorRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleListPlatformAdministrators(deps),
  handleCreatePlatformAdministrator(deps),
  handleUpdatePlatformAdministrator(deps),
  handleDeletePlatformAdministrator(deps),
];
