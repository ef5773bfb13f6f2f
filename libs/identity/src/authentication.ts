import type { Db } from '@tollgate/db/connect';
import { COOKIE } from '@tollgate/contract/headers';
import { readCookie } from './cookies.ts';
import { assertOwnPage, readBearer, unauthenticated } from './credentials.ts';
import type { RequestCredentials } from './credentials.ts';
import { findLiveSession, touchSession } from './session.queries.ts';
import type { LiveSession } from './session.queries.ts';
import type { User } from './user.queries.ts';
import { findSessionBySecret } from './sessions.ts';
import type { AccessTokens } from './tokens.ts';

/** A signed-in user. */
export interface UserCaller {
  user: User;
  sessionId: string;
  /**
   * What the caller is known by; cookies came from a page of our own if the request changes
   * something.
   */
  via: 'bearer' | 'cookie';
}

/** The dependencies of the authentication of a user. */
export interface UserAuthentication {
  db: Db;
  tokens: AccessTokens;
  /** The origin of the service as browsers see it, where it is configured. */
  publicOrigin: string | undefined;
}

/**
 * Who is calling. The first credential that is there decides: the bearer header, then
 * `svc_access_token`, then `svc_session`; credentials after a bad one are not looked at, so
 * identities never mix. The session and its user are read each time, so that logout, a new password
 * and suspension hold at once.
 * @param accepts `sessionCookie: false` leaves `svc_session` out
 * @throws GatewayError `unauthenticated` or `cross_site_request`
 */
export async function authenticateUser(
  deps: UserAuthentication,
  credentials: RequestCredentials,
  accepts: { sessionCookie: boolean } = { sessionCookie: true },
): Promise<UserCaller> {
  const bearer = readBearer(credentials.authorization);
  const session =
    bearer === undefined
      ? await sessionOfCookies(deps, credentials, accepts)
      : await sessionOfToken(deps, bearer);
  if (session === null) throw unauthenticated('no live session');
  const { sessionId, isStale, ...user } = session;
  if (isStale) await touchSession(deps.db, { sessionId, userId: user.id });
  return { user, sessionId, via: bearer === undefined ? 'cookie' : 'bearer' };
}

async function sessionOfCookies(
  deps: UserAuthentication,
  credentials: RequestCredentials,
  accepts: { sessionCookie: boolean },
): Promise<LiveSession | null> {
  const token = readCookie(credentials.cookie, COOKIE.userAccess);
  const secret = accepts.sessionCookie ? readCookie(credentials.cookie, COOKIE.session) : undefined;
  if (token === undefined && secret === undefined) return null;
  assertOwnPage(credentials, deps.publicOrigin);
  if (token !== undefined) return sessionOfToken(deps, token);
  return secret === undefined ? null : findSessionBySecret(deps.db, secret);
}

async function sessionOfToken(
  deps: UserAuthentication,
  token: string,
): Promise<LiveSession | null> {
  const claims = await deps.tokens.read(token);
  if (claims === null) return null;
  return findLiveSession(deps.db, { sessionId: claims.sessionId, userId: claims.subject });
}
