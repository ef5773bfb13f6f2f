import type { MountedRoute, MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import type { AccountDeps } from '../../deps.ts';
import { handleCreateKey } from './create.ts';
import { handleDeleteKey } from './delete.ts';
import { handleGetKeyInsights } from './insights.ts';
import { handleListKeys } from './list.ts';
import { handleResumeKey } from './resume.ts';
import { handleRotateKey } from './rotate.ts';
import { handleSuspendKey } from './suspend.ts';
import { handleUpdateKey } from './update.ts';

/** The routes of `routes/keys`, in the order in which they are matched. */
export const keyRoutes = (
  deps: AccountDeps,
  reportRoute: MountRoute<UserCaller>,
): MountedRoute[] => [
  handleListKeys(deps),
  handleCreateKey(deps),
  handleUpdateKey(deps),
  handleSuspendKey(deps),
  handleResumeKey(deps),
  handleRotateKey(deps),
  handleDeleteKey(deps),
  handleGetKeyInsights(deps, reportRoute),
];
