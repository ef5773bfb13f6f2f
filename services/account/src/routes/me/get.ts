import { getMe } from '@tollgate/contract/routes/account/me';
import type { MountedRoute } from '@tollgate/http/route';
import { userOut } from '@tollgate/identity/users';
import { userRoute } from '../../user-route.ts';

/** Shows the account of the caller. */
export const handleGetMe = (): MountedRoute =>
  userRoute(getMe, (_input, { caller }) => userOut(caller.user));
