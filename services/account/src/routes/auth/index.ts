import type { MountedRoute } from '@tollgate/http/route';
import type { AccountDeps } from '../../deps.ts';
import { handleAcceptLink } from './accept-link.ts';
import { handleChangePassword } from './change-password.ts';
import { handleLogin } from './login.ts';
import { handleLogout } from './logout.ts';
import { handleGetAuthMe } from './me.ts';
import { handleRefresh } from './refresh.ts';

/** The routes of `routes/auth`, in the order in which they are matched. */
export const authRoutes = (deps: AccountDeps): MountedRoute[] => [
  handleLogin(deps),
  handleRefresh(deps),
  handleLogout(deps),
  handleAcceptLink(deps),
  handleGetAuthMe(),
  handleChangePassword(deps),
];
