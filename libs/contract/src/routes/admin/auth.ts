import { Type } from 'typebox';
import { PasswordChangeRequest } from '../../auth.ts';
import {
  PlatformAdministratorOut,
  PlatformAuthOut,
  PlatformLoginRequest,
} from '../../platform/auth.ts';
import { SignInMethodsOut, SignInStart, SignInStartOut } from '../../platform/sign-in.ts';
import { defineRoute } from '../../route.ts';

const Text = Type.Optional(Type.String());

/** `POST /api/platform/auth/login`. */
export const platformLogin = defineRoute({
  method: 'post',
  path: '/api/platform/auth/login',
  auth: 'none',
  summary: 'Log in as an administrator',
  body: PlatformLoginRequest,
  status: 200,
  errors: ['invalid_credentials', 'rate_limit_exceeded'],
  response: PlatformAuthOut,
});

/** `GET /api/platform/auth/methods`. */
export const platformSignInMethods = defineRoute({
  method: 'get',
  path: '/api/platform/auth/methods',
  auth: 'none',
  summary: 'How administrators may sign in; asked before anybody is signed in',
  status: 200,
  response: SignInMethodsOut,
});

/** `POST /api/platform/auth/oidc/start`. */
export const startPlatformSignIn = defineRoute({
  method: 'post',
  path: '/api/platform/auth/oidc/start',
  auth: 'none',
  summary: 'Begin to sign in through the OpenID provider; only a page of ours may',
  body: SignInStart,
  status: 200,
  errors: ['not_found', 'cross_site_request', 'sign_in_unavailable'],
  response: SignInStartOut,
});

/** `GET /api/platform/auth/oidc/callback`. */
export const finishPlatformSignIn = defineRoute({
  method: 'get',
  path: '/api/platform/auth/oidc/callback',
  auth: 'none',
  summary:
    'Where the OpenID provider sends browsers back to; programs that do not ask for HTML get errors as JSON',
  // Providers add parameters of their own.
  query: Type.Object({ code: Text, state: Text, iss: Text, error: Text }),
  status: 200,
  furtherAnswers: {
    '200 text/html': {
      description: 'Signed in: a page that goes on to the console, with the cookie of the session.',
      schema: Type.String(),
      mediaType: 'text/html',
    },
  },
  errors: ['not_found', 'sign_in_refused', 'sign_in_unavailable', 'rate_limit_exceeded'],
});

/** `GET /api/platform/auth/me`. */
export const platformMe = defineRoute({
  method: 'get',
  path: '/api/platform/auth/me',
  auth: 'platform',
  needs: 'own_account',
  summary: 'Who is signed in',
  status: 200,
  response: PlatformAdministratorOut,
});

/** `POST /api/platform/auth/logout`. */
export const platformLogout = defineRoute({
  method: 'post',
  path: '/api/platform/auth/logout',
  auth: 'none',
  summary: 'End the session of this token; whoever has none is logged out already',
  status: 204,
  errors: ['cross_site_request'],
});

/** `POST /api/platform/auth/change-password`. */
export const changePlatformPassword = defineRoute({
  method: 'post',
  path: '/api/platform/auth/change-password',
  auth: 'platform',
  needs: 'own_account',
  summary: 'Replace the password; ends every session of the administrator, this one too',
  body: PasswordChangeRequest,
  status: 204,
  errors: ['conflict', 'invalid_credentials', 'rate_limit_exceeded'],
});
