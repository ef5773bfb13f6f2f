import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleCreatePlatformAlias } from './create.ts';
import { handleDeletePlatformAlias } from './delete.ts';
import { handleGetPlatformAlias } from './get.ts';
import { handleListPlatformAliases } from './list.ts';
import { handleUpdatePlatformAlias } from './update.ts';

/** The routes of `routes/aliases`, in the order in which they are matched. */
export const aliasRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleListPlatformAliases(deps),
  handleCreatePlatformAlias(deps),
  handleGetPlatformAlias(deps),
  handleUpdatePlatformAlias(deps),
  handleDeletePlatformAlias(deps),
];
