import { defineRoute } from '../../route.ts';
import { UserOut } from '../../users.ts';

/** `GET /api/me`. */
export const getMe = defineRoute({
  method: 'get',
  path: '/api/me',
  auth: 'user',
  summary: 'The account that is logged in',
  status: 200,
  response: UserOut,
});
