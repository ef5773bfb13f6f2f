import { defineRoute } from '@tollgate/contract/route';
import { UserOut } from '@tollgate/contract/users';
import type { UserCaller } from '@tollgate/identity/authentication';
import { userOut } from '@tollgate/identity/users';
import type { Handler } from '@tollgate/http/serve';

/** `GET /api/auth/me`. */
export const getAuthMe = defineRoute({
  method: 'get',
  path: '/api/auth/me',
  auth: 'user',
  summary: 'Who is logged in',
  status: 200,
  response: UserOut,
});

/** Shows who is logged in. */
export const handleGetAuthMe =
  (): Handler<typeof getAuthMe, UserCaller> =>
  (_input, { caller }) =>
    userOut(caller.user);
