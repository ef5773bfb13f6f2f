import { SignInMethodsOut } from '@tollgate/contract/platform/sign-in';
import { defineRoute } from '@tollgate/contract/route';
import type { Handler } from '@tollgate/http/serve';
import type { AdminDeps } from '../../deps.ts';

export const platformSignInMethods = defineRoute({
  method: 'get',
  path: '/api/platform/auth/methods',
  auth: 'none',
  summary: 'How administrators may sign in; asked before anybody is signed in',
  status: 200,
  response: SignInMethodsOut,
});

export const handlePlatformSignInMethods =
  ({ oidc }: AdminDeps): Handler<typeof platformSignInMethods> =>
  () => ({ password: true, oidc: oidc === null ? null : { name: oidc.provider.settings.name } });
