import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleActOnPlatformUserKey } from './act.ts';
import { handleCreatePlatformUserKey } from './create.ts';
import { handleFindPlatformKeys } from './find.ts';
import { handleListPlatformUserKeys } from './list.ts';
import { handleSetPlatformKeyLimits } from './set-limits.ts';

/** The routes of `routes/keys`, in the order in which they are matched. */
export const keyRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleListPlatformUserKeys(deps),
  handleFindPlatformKeys(deps),
  handleCreatePlatformUserKey(deps),
  handleSetPlatformKeyLimits(deps),
  handleActOnPlatformUserKey(deps),
];
