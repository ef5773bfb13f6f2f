import { getAuthMe } from '@tollgate/contract/routes/account/auth';
import type { MountedRoute } from '@tollgate/http/route';
import { userOut } from '@tollgate/identity/users';
import { userRoute } from '../../user-route.ts';

/** Shows who is logged in. */
export const handleGetAuthMe = (): MountedRoute =>
  userRoute(getAuthMe, (_input, { caller }) => userOut(caller.user));
