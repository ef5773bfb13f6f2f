import { defineRoute } from '@tollgate/contract/route';
import { UserOut } from '@tollgate/contract/users';
import type { UserCaller } from '@tollgate/identity/authentication';
import { userOut } from '@tollgate/identity/users';
import type { Handler } from '@tollgate/http/serve';

/** `GET /api/me`. */
export const getMe = defineRoute({
  method: 'get',
  path: '/api/me',
  auth: 'user',
  summary: 'The account that is logged in',
  status: 200,
  response: UserOut,
});

/** Shows the account of the caller. */
export const handleGetMe =
  (): Handler<typeof getMe, UserCaller> =>
  (_input, { caller }) =>
    userOut(caller.user);
