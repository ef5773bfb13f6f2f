import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleCreatePasswordLink } from './create-password-link.ts';
import { handleCreatePlatformUser } from './create.ts';
import { handleListPlatformUsers } from './list.ts';
import { handleSetPlatformUserLimits } from './set-limits.ts';
import { handleSetPlatformUserStatus } from './set-status.ts';
import { handleUpdatePlatformUser } from './update.ts';

/** The routes of `routes/users`, in the order in which they are matched. */
export const userRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleListPlatformUsers(deps),
  handleCreatePlatformUser(deps),
  handleCreatePasswordLink(deps),
  handleUpdatePlatformUser(deps),
  handleSetPlatformUserStatus(deps),
  handleSetPlatformUserLimits(deps),
];
