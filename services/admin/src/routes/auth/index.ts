import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleFinishPlatformSignIn } from './callback.ts';
import { handleChangePlatformPassword } from './change-password.ts';
import { handlePlatformLogin } from './login.ts';
import { handlePlatformLogout } from './logout.ts';
import { handlePlatformMe } from './me.ts';
import { handlePlatformSignInMethods } from './methods.ts';
import { handleStartPlatformSignIn } from './start.ts';

/** The routes of `routes/auth`, in the order in which they are matched. */
export const authRoutes = (deps: AdminDeps): MountedRoute[] => [
  handlePlatformLogin(deps),
  handlePlatformSignInMethods(deps),
  handleStartPlatformSignIn(deps),
  handleFinishPlatformSignIn(deps),
  handlePlatformMe(),
  handlePlatformLogout(deps),
  handleChangePlatformPassword(deps),
];
