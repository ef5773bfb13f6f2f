import type { Request, Response } from 'express';
import type { AuthOut } from '@tollgate/contract/auth';
import { COOKIE } from '@tollgate/contract/headers';
import { clearingCookieLine, cookieLine, readCookie } from '@tollgate/identity/cookies';
import { SESSION_SECONDS } from '@tollgate/identity/sessions';
import type { LoginOrigin, OpenedSession } from '@tollgate/identity/sessions';
import { userOut } from '@tollgate/identity/users';
import type { User } from '@tollgate/identity/users';
import { addressOf } from '@tollgate/http/serve';
import type { AccountDeps } from './deps.ts';

/** Where a login comes from. */
export function originOf(request: Request): LoginOrigin {
  return { address: addressOf(request), userAgent: request.headers['user-agent'] };
}

/** The refresh secret that a browser has sent along. */
export function sessionSecretOf(request: Request): string | undefined {
  return readCookie(request.headers.cookie, COOKIE.session);
}

/** Hands out a session: cookies for browsers, the access token in the body for everybody else. */
export async function signIn(
  deps: AccountDeps,
  response: Response,
  signedIn: { user: User; session: OpenedSession },
): Promise<AuthOut> {
  const { user, session } = signedIn;
  const secure = deps.settings.cookiesAreSecure;
  const token = await deps.tokens.issue({ subject: user.id, sessionId: session.sessionId });
  const { lifeSeconds } = deps.tokens;
  response.appendHeader('set-cookie', [
    cookieLine(COOKIE.userAccess, { value: token, lifeSeconds, secure }),
    cookieLine(COOKIE.session, { value: session.secret, lifeSeconds: SESSION_SECONDS, secure }),
  ]);
  return {
    user: userOut(user),
    access_token: token,
    token_type: 'Bearer',
    expires_in: lifeSeconds,
  };
}

/** Makes a browser forget its session. */
export function clearCookies(deps: AccountDeps, response: Response): void {
  const secure = deps.settings.cookiesAreSecure;
  response.appendHeader('set-cookie', [
    clearingCookieLine(COOKIE.userAccess, secure),
    clearingCookieLine(COOKIE.session, secure),
  ]);
}
