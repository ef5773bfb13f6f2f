import { GatewayError } from '@tollgate/contract/errors';
import { COOKIE } from '@tollgate/contract/headers';
import { recordChange } from '@tollgate/db/changes';
import { transaction } from '@tollgate/db/connect';
import type { Db, Knex } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import {
  deleteAdministrator,
  endAdministratorSession,
  endSessionsOfAdministrator,
  findAdministratorById,
  findAdministratorBySession,
  findAdministratorForLogin,
  findAdministratorHash,
  hasAnyAdministrator,
  hasOtherActiveAdministrator,
  insertAdministrator,
  insertAdministratorSession,
  listAllAdministrators,
  lockAdministratorForLogin,
  lockAdministrators,
  updateAdministratorPassword,
  updateAdministratorStatus,
} from './administrator-queries.ts';
import type { Administrator, AdministratorStatus } from './administrator-queries.ts';
import { isPasswordRight, replacePassword } from './check-password.ts';
import type { LoginDeps, PasswordChangeResult } from './check-password.ts';
import { readCookie } from './cookies.ts';
import { assertOwnPage, readBearer, unauthenticated } from './credentials.ts';
import type { RequestCredentials } from './credentials.ts';
import type { Passwords } from './passwords.ts';
import { storedOrigin } from './sessions.ts';
import type { LoginOrigin } from './sessions.ts';
import type { AccessTokens } from './tokens.ts';
import { canonicalEmail } from './users.ts';

export type { Administrator, AdministratorStatus } from './administrator-queries.ts';

/** An administrator to be made. */
export interface NewAdministrator {
  email: string;
  name: string;
  password: string;
}

/**
 * Makes an administrator.
 * @throws GatewayError `conflict` when the address is taken
 */
export async function createAdministrator(
  deps: { db: Knex; passwords: Passwords },
  administrator: NewAdministrator,
): Promise<Administrator> {
  const passwordHash = await deps.passwords.hash(administrator.password);
  return transaction(deps.db, (trx) => insertNew(trx, administrator, passwordHash));
}

/**
 * Makes an administrator if there is none at all. Safe to call by every replica at each start.
 * @returns the one it made, or null
 */
export async function ensureFirstAdministrator(
  deps: { db: Knex; passwords: Passwords },
  administrator: NewAdministrator,
): Promise<Administrator | null> {
  if ((await hasAnyAdministrator(deps.db))?.present === true) return null;
  const passwordHash = await deps.passwords.hash(administrator.password);
  return transaction(deps.db, async (trx) => {
    await lockAdministrators(trx);
    if ((await hasAnyAdministrator(trx))?.present === true) return null;
    return insertNew(trx, administrator, passwordHash);
  });
}

/**
 * Makes an administrator whose password is hashed already.
 * @throws GatewayError `conflict` when the address is taken
 */
export function addAdministrator(
  trx: Knex.Transaction,
  administrator: { email: string; name: string; passwordHash: string },
): Promise<Administrator> {
  return insertNew(trx, administrator, administrator.passwordHash);
}

async function insertNew(
  trx: Knex.Transaction,
  administrator: Omit<NewAdministrator, 'password'>,
  passwordHash: string,
): Promise<Administrator> {
  const made = await insertAdministrator(trx, {
    id: newUuid(),
    email: canonicalEmail(administrator.email),
    name: administrator.name.trim(),
    passwordHash,
  });
  if (made !== null) return made;
  throw new GatewayError(
    'conflict',
    'There is an administrator with this e-mail address already.',
    { param: 'email' },
  );
}

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
  sessionId: string;
}

/**
 * Who administers: the bearer header, else `svc_platform_access_token`. The session and its
 * administrator are read each time, so that logout, a new password and disabling hold at once.
 * @throws GatewayError `unauthenticated` or `cross_site_request`
 */
export async function authenticateAdministrator(
  deps: { db: Db; tokens: AccessTokens; publicOrigin: string | undefined },
  credentials: RequestCredentials,
): Promise<AdministratorCaller> {
  const bearer = readBearer(credentials.authorization);
  const token = bearer ?? readCookie(credentials.cookie, COOKIE.platformAccess);
  if (token === undefined) throw unauthenticated('no credentials');
  if (bearer === undefined) assertOwnPage(credentials, deps.publicOrigin);
  const claims = await deps.tokens.read(token);
  if (claims === null) throw unauthenticated('not a token of this plane');
  const { sessionId, subject } = claims;
  const found = await findAdministratorBySession(deps.db, { sessionId, administratorId: subject });
  if (found === null) throw unauthenticated('no live session');
  return { administrator: found, sessionId };
}

/** Ends the session of an access token. */
export function logOutAdministrator(db: Db, sessionId: string): Promise<void> {
  return endAdministratorSession(db, sessionId);
}

/** Every administrator, oldest first. */
export function listAdministrators(db: Db): Promise<Administrator[]> {
  return listAllAdministrators(db);
}

const NO_SUCH_ADMINISTRATOR = 'There is no such administrator.';

/**
 * Lets an administrator in or keeps one out. A disabled one loses every session at once.
 * @param id a uuid, or null for what is none
 * @throws GatewayError `not_found`, or `conflict` for the last active one
 */
export async function setAdministratorStatus(
  trx: Knex.Transaction,
  id: string | null,
  status: AdministratorStatus,
): Promise<Administrator> {
  const { id: known } = await lockAdministrator(trx, id);
  if (status === 'disabled') {
    await assertNotLast(trx, known, 'disabled');
    await endSessionsOfAdministrator(trx, known);
  }
  const changed = await updateAdministratorStatus(trx, { id: known, status });
  if (changed === null) throw new GatewayError('not_found', NO_SUCH_ADMINISTRATOR);
  await recordChange(trx, 'administrator', known);
  return changed;
}

/**
 * Removes an administrator and every session of theirs. What they have done stays in the trail under their address.
 * @param id a uuid, or null for what is none
 * @throws GatewayError `not_found`, or `conflict` for the last active one
 */
export async function removeAdministrator(
  trx: Knex.Transaction,
  id: string | null,
): Promise<Administrator> {
  const found = await lockAdministrator(trx, id);
  await assertNotLast(trx, found.id, 'removed');
  await deleteAdministrator(trx, found.id);
  await recordChange(trx, 'administrator', found.id);
  return found;
}

/** No other transaction changes the set of administrators until this one ends. */
async function lockAdministrator(trx: Knex.Transaction, id: string | null): Promise<Administrator> {
  await lockAdministrators(trx);
  const found = id === null ? null : await findAdministratorById(trx, id);
  if (found === null) throw new GatewayError('not_found', NO_SUCH_ADMINISTRATOR);
  return found;
}

async function assertNotLast(
  trx: Knex.Transaction,
  id: string,
  what: 'disabled' | 'removed',
): Promise<void> {
  const others = await hasOtherActiveAdministrator(trx, id);
  if (others?.present === true) return;
  throw new GatewayError('conflict', `The last active administrator cannot be ${what}.`);
}

/**
 * Replaces an administrator's password, who must know the old one, and ends every session.
 * @param note runs in the transaction of the change
 * @throws GatewayError `rate_limit_exceeded`
 */
export async function changeAdministratorPassword(
  deps: LoginDeps,
  change: {
    administratorId: string;
    currentPassword: string;
    newPassword: string;
    address: string;
  },
  note: (trx: Knex.Transaction) => Promise<void>,
): Promise<PasswordChangeResult> {
  const { administratorId: id, ...passwords } = change;
  return replacePassword(deps, {
    id,
    ...passwords,
    oldHash: (await findAdministratorHash(deps.db, id))?.hash ?? null,
    async write(trx, hashes) {
      const won = await updateAdministratorPassword(trx, { id, ...hashes });
      if (won === null) return null;
      await endSessionsOfAdministrator(trx, id);
      await note(trx);
      return won;
    },
  });
}
