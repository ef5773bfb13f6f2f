import { authenticateUser } from '@tollgate/identity/authentication';
import type { UserCaller } from '@tollgate/identity/authentication';
import { credentialsOf } from '@tollgate/identity/credentials';
import type { Guard } from '@tollgate/http/serve';
import type { AccountDeps } from './deps.ts';

/** Routes that take the bearer header and `svc_access_token` only. */
const WITHOUT_SESSION_COOKIE: ReadonlySet<string> = new Set(['/api/onboarding']);

/** Lets in signed-in users. */
export function userGuard(deps: AccountDeps): Guard {
  return (request, route): Promise<UserCaller> =>
    authenticateUser(
      { db: deps.db, tokens: deps.tokens, publicOrigin: deps.settings.publicOrigin },
      credentialsOf(request),
      { sessionCookie: !WITHOUT_SESSION_COOKIE.has(route.path) },
    );
}
