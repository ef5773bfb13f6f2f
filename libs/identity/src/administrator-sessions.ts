import { COOKIE } from '@tollgate/contract/headers';
import { transaction } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import {
  endAdministratorSession,
  findAdministratorBySession,
  findAdministratorForLogin,
  insertAdministratorSession,
  lockAdministratorForLogin,
} from './administrator.queries.ts';
import type { Administrator } from './administrator.queries.ts';
import { isPasswordRight } from './check-password.ts';
import type { LoginDeps } from './check-password.ts';
import type { TokenDigest } from './administrator-token.queries.ts';
import { bearerOfToken } from './administrator-tokens.ts';
import { readCookie } from './cookies.ts';
import { assertOwnPage, readBearer, unauthenticated } from './credentials.ts';
import type { RequestCredentials } from './credentials.ts';
import { storedOrigin } from './sessions.ts';
import type { LoginOrigin } from './sessions.ts';
import type { AccessTokens } from './tokens.ts';
import { canonicalEmail } from './users.ts';

/** The outcome of an administrator's login. `wrong` covers unknown and disabled ones. */
export type AdministratorLogin =
  | {
      outcome: 'ok';
      administrator: Administrator;
      sessionId: string;
      accessToken: string;
      /** Seconds until the token ends. */
      expiresIn: number;
    }
  | { outcome: 'wrong'; administratorId: string | null };

/**
 * Checks a password and issues an access token that a session row can end. Costs one hash whether
 * or not the account exists.
 * @throws GatewayError `rate_limit_exceeded`
 */
export async function logInAdministrator(
  deps: LoginDeps & { tokens: AccessTokens },
  input: { email: string; password: string; origin: LoginOrigin },
): Promise<AdministratorLogin> {
  const email = canonicalEmail(input.email);
  const origin = storedOrigin(input.origin);
  const found = await findAdministratorForLogin(deps.db, { email, address: origin.address });
  const isRight = await isPasswordRight(deps, {
    account: email,
    address: origin.address,
    addressIsKnown: found?.addressIsKnown ?? false,
    password: input.password,
    hash: found?.passwordHash ?? null,
  });
  if (found === null || !isRight) return { outcome: 'wrong', administratorId: found?.id ?? null };
  if (found.status !== 'active') return { outcome: 'wrong', administratorId: found.id };
  const { passwordHash, addressIsKnown: _known, ...administrator } = found;
  const { id } = administrator;
  const sessionId = newUuid();
  const held = await transaction(deps.db, async (trx) => {
    if ((await lockAdministratorForLogin(trx, { id, passwordHash })) === null) return false;
    await insertAdministratorSession(trx, {
      id: sessionId,
      administratorId: id,
      ...origin,
      lifeSeconds: deps.tokens.lifeSeconds,
    });
    return true;
  });
  if (!held) return { outcome: 'wrong', administratorId: id };
  const accessToken = await deps.tokens.issue({ subject: id, sessionId });
  const expiresIn = deps.tokens.lifeSeconds;
  return { outcome: 'ok', administrator, sessionId, accessToken, expiresIn };
}

/** A signed-in administrator. */
export interface AdministratorCaller {
  administrator: Administrator;
  /** That of the session, or of the token of a machine. */
  sessionId: string;
  /** The name of the token by which a machine acts for the administrator; absent for a session. */
  tokenName?: string;
}

/** The dependencies of the authentication of an administrator. */
export interface AdministratorAuthentication {
  db: Db;
  tokens: AccessTokens;
  /** The origin of the service as browsers see it, where it is configured. */
  publicOrigin: string | undefined;
  /** The OpenID provider that is configured; sessions through any other are none. */
  issuer: string | null;
  /** Digests of a token of a machine, the current one first; null for what is none. */
  readToken(text: string): readonly [TokenDigest, ...TokenDigest[]] | null;
}

/**
 * Who administers: the bearer header, of a session or of a machine, else
 * `svc_platform_access_token`. The session and its
 * administrator are read each time, so that logout, a new password and disabling hold at once.
 * @throws GatewayError `unauthenticated` or `cross_site_request`
 */
export async function authenticateAdministrator(
  deps: AdministratorAuthentication,
  credentials: RequestCredentials,
): Promise<AdministratorCaller> {
  const bearer = readBearer(credentials.authorization);
  const token = bearer ?? readCookie(credentials.cookie, COOKIE.platformAccess);
  if (token === undefined) throw unauthenticated('no credentials');
  if (bearer === undefined) assertOwnPage(credentials, deps.publicOrigin);
  // No cookie holds the token of a machine: what a page of another site can send has none.
  const digests = bearer === undefined ? null : deps.readToken(bearer);
  if (digests !== null) {
    const { administrator, token: found } = await bearerOfToken(deps.db, digests);
    assertIssuer(deps, administrator);
    return { administrator, sessionId: found.id, tokenName: found.name };
  }
  const claims = await deps.tokens.read(token);
  if (claims === null) throw unauthenticated('not a token of this plane');
  const { sessionId, subject } = claims;
  const found = await findAdministratorBySession(deps.db, { sessionId, administratorId: subject });
  if (found === null) throw unauthenticated('no live session');
  assertIssuer(deps, found);
  return { administrator: found, sessionId };
}

function assertIssuer(
  { issuer: configured }: Pick<AdministratorAuthentication, 'issuer'>,
  { issuer }: Administrator,
): void {
  if (issuer === null || issuer === configured) return;
  throw unauthenticated('the provider of this session is not configured any more');
}

/** Ends the session of an access token. */
export function logOutAdministrator(db: Db, sessionId: string): Promise<void> {
  return endAdministratorSession(db, sessionId);
}
