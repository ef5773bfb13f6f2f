import { AuthOut, LoginRequest, PasswordChangeRequest } from '../../auth.ts';
import { AcceptLinkRequest } from '../../password-link.ts';
import { defineRoute } from '../../route.ts';
import { UserOut } from '../../users.ts';

/** `POST /api/auth/login`. */
export const login = defineRoute({
  method: 'post',
  path: '/api/auth/login',
  auth: 'none',
  summary: 'Log in with an e-mail address and a password',
  body: LoginRequest,
  status: 200,
  errors: ['invalid_credentials', 'account_suspended', 'rate_limit_exceeded'],
  response: AuthOut,
});

/** `POST /api/auth/refresh`. */
export const refresh = defineRoute({
  method: 'post',
  path: '/api/auth/refresh',
  auth: 'none',
  summary: 'Exchange the svc_session cookie for a new access token and a new svc_session cookie',
  status: 200,
  errors: ['unauthenticated', 'cross_site_request'],
  response: AuthOut,
});

/** `POST /api/auth/logout`. */
export const logout = defineRoute({
  method: 'post',
  path: '/api/auth/logout',
  auth: 'none',
  summary: 'End the session that asks; whoever has none is logged out already',
  status: 204,
  errors: ['cross_site_request'],
});

/** `POST /api/auth/accept-link`. */
export const acceptLink = defineRoute({
  method: 'post',
  path: '/api/auth/accept-link',
  auth: 'none',
  summary: 'Choose a password with a link that an administrator made; works once',
  body: AcceptLinkRequest,
  status: 200,
  errors: ['invalid_credentials', 'rate_limit_exceeded'],
  response: AuthOut,
});

/** `GET /api/auth/me`. */
export const getAuthMe = defineRoute({
  method: 'get',
  path: '/api/auth/me',
  auth: 'user',
  summary: 'Who is logged in',
  status: 200,
  response: UserOut,
});

/** `POST /api/auth/change-password`. */
export const changeUserPassword = defineRoute({
  method: 'post',
  path: '/api/auth/change-password',
  auth: 'user',
  summary: 'Replace the password; ends every session and every access token',
  body: PasswordChangeRequest,
  status: 204,
  errors: ['invalid_credentials', 'rate_limit_exceeded'],
});
