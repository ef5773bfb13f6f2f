import { GatewayError } from '@tollgate/contract/error-codes';
import type { UserOut, UserStatus } from '@tollgate/contract/users';
import { recordChange } from '@tollgate/db/changes';
import type { Db, Knex } from '@tollgate/db/connect';
import { isUniqueViolation } from '@tollgate/db/failures';
import { quotaWindowsAt, withQuotaZone } from '@tollgate/money/quota-days';
import type { QuotaDays } from '@tollgate/money/quota-days';
import { limitsDocument } from '@tollgate/money/limit-set';
import type { Limits } from '@tollgate/money/limit-set';
import { decodeId, encodeId, newUuid } from '@tollgate/runtime/ids';
import {
  findUserById,
  findUserIdByEmail,
  findUsersById,
  hasAnyUser,
  insertSetup,
  insertUser,
  listUsersBefore,
  overwriteUserPassword,
  updateUserFields,
  lockUser,
  updateUserQuotaDays,
  updateUserLimits,
  updateUserStatus,
} from './user.queries.ts';
import type { User } from './user.queries.ts';
import { endAllSessions } from './sessions.ts';

export type { User } from './user.queries.ts';

/** A user to be made; the password is hashed already. */
export interface NewUser {
  email: string;
  name: string;
  passwordHash: string;
}

/** Changes to a user; what is absent stays. */
export interface UserChanges {
  name?: string;
  email?: string;
  /** null: back to the service's default. */
  maxOutputTokens?: number | null;
}

const NO_SUCH_USER = 'There is no such user.';

/** An address as it is kept: addresses that differ in case only are one account. */
export function canonicalEmail(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * Makes a user.
 * @throws GatewayError `conflict` when the address is taken
 */
export async function createUser(trx: Knex.Transaction, user: NewUser): Promise<User> {
  const made = await insertUser(trx, {
    id: newUuid(),
    email: canonicalEmail(user.email),
    name: user.name.trim(),
    passwordHash: user.passwordHash,
  });
  if (made === null) throw emailTaken();
  await recordChange(trx, 'user', made.id);
  return made;
}

/** Whether the first account is still to be made. */
export async function isSetupRequired(db: Db): Promise<boolean> {
  return (await hasAnyUser(db))?.present !== true;
}

/**
 * Makes the first account. Of several at once, one gets it.
 * @throws GatewayError `setup_already_done`
 */
export async function createFirstUser(trx: Knex.Transaction, user: NewUser): Promise<User> {
  if (!(await isSetupRequired(trx))) throw setupAlreadyDone();
  const made = await createUser(trx, user).catch((error: unknown) => {
    throw error instanceof GatewayError && error.code === 'conflict' ? setupAlreadyDone() : error;
  });
  if ((await insertSetup(trx, made.id)) === null) throw setupAlreadyDone();
  return made;
}

/** The refusal of a second set-up. */
export function setupAlreadyDone(): GatewayError {
  return new GatewayError('setup_already_done', 'The set-up has been done already. Log in.');
}

/** The user of a uuid, or null. */
export function findUser(db: Db, userId: string): Promise<User | null> {
  return findUserById(db, userId);
}

/** The addresses of users by their uuids. */
export async function emailsOf(db: Db, ids: Iterable<string>): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const users = await findUsersById(db, wanted);
  return new Map(users.map(({ id, email }) => [id, email]));
}

/**
 * The uuid of the user who has an address today, however it is written; null when nobody has it.
 */
export async function idOfAddress(db: Db, email: string): Promise<string | null> {
  const found = await findUserIdByEmail(db, canonicalEmail(email));
  return found?.id ?? null;
}

/**
 * The user of a public id (`usr_…`).
 * @throws GatewayError `not_found`, the same for malformed and unknown ids
 */
export async function getUserByPublicId(db: Db, publicId: string): Promise<User> {
  const id = decodeId('usr', publicId);
  const user = id === null ? null : await findUserById(db, id);
  if (user === null) throw new GatewayError('not_found', NO_SUCH_USER);
  return user;
}

/** A page of users. */
export interface UserPage {
  limit: number;
  /** The uuid of the last one of the page before. */
  before?: string | null;
  /** A part of the address or of the name, or a public id. */
  search?: string | undefined;
  status?: UserStatus | undefined;
}

/** Users, newest first. */
export function listUsers(db: Db, page: UserPage): Promise<User[]> {
  const search = page.search?.trim() ?? null;
  return listUsersBefore(db, {
    limit: page.limit,
    before: page.before ?? null,
    search,
    id: search === null ? null : decodeId('usr', search),
    status: page.status ?? null,
  });
}

/**
 * Changes a user's record.
 * @throws GatewayError `not_found`, or `conflict` when the new address is taken
 */
export async function updateUser(
  trx: Knex.Transaction,
  userId: string,
  changes: UserChanges,
): Promise<User> {
  try {
    const user = await updateUserFields(trx, {
      id: userId,
      name: changes.name?.trim() ?? null,
      email: changes.email === undefined ? null : canonicalEmail(changes.email),
      maxOutputTokens: changes.maxOutputTokens ?? null,
      setsMaxOutputTokens: changes.maxOutputTokens !== undefined,
    });
    if (user === null) throw new GatewayError('not_found', NO_SUCH_USER);
    await recordChange(trx, 'user', userId);
    return user;
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
}

/**
 * Has the quotas of a user count in the days of a time zone, from the first midnight there that
 * ends the day of now; see {@link withQuotaZone}.
 * @param zone a zone that this runtime knows
 * @throws GatewayError `not_found`
 */
export async function setQuotaZone(
  trx: Knex.Transaction,
  userId: string,
  zone: string,
): Promise<User> {
  const before = await lockUser(trx, userId);
  if (before === null) throw new GatewayError('not_found', NO_SUCH_USER);
  if (before.quotaZone === zone) return before;
  const { change = null } = withQuotaZone(quotaDaysOf(before), zone, Date.now());
  const user = await updateUserQuotaDays(trx, { id: userId, zone, change });
  if (user === null) throw new GatewayError('not_found', NO_SUCH_USER);
  await recordChange(trx, 'user', userId);
  return user;
}

const quotaDaysOf = ({ quotaZone: zone, quotaChange: change }: User): QuotaDays => ({
  zone,
  change,
});

/**
 * Replaces what all keys of a user may use together.
 * @throws GatewayError `not_found`
 */
export async function setUserLimits(
  trx: Knex.Transaction,
  userId: string,
  limits: Limits,
): Promise<User> {
  const user = await updateUserLimits(trx, { id: userId, limits: limitsDocument(limits) });
  if (user === null) throw new GatewayError('not_found', NO_SUCH_USER);
  await recordChange(trx, 'user', userId);
  return user;
}

/**
 * Changes whether a user may use the service. Whoever is not active loses every session at once;
 * `closed` is permanent.
 * @throws GatewayError `not_found`, or `conflict` for a closed account
 */
export async function setUserStatus(
  trx: Knex.Transaction,
  userId: string,
  status: UserStatus,
): Promise<User> {
  const user = await updateUserStatus(trx, { id: userId, status });
  if (user === null) {
    const exists = (await findUserById(trx, userId)) !== null;
    throw exists
      ? new GatewayError('conflict', 'A closed account stays closed.')
      : new GatewayError('not_found', NO_SUCH_USER);
  }
  if (status !== 'active') await endAllSessions(trx, userId, 'status_changed');
  await recordChange(trx, 'user', userId);
  return user;
}

/**
 * Sets a password on the platform's word; every session of the user ends.
 * @throws GatewayError `not_found`
 */
export async function resetUserPassword(
  trx: Knex.Transaction,
  userId: string,
  passwordHash: string,
): Promise<void> {
  const changed = await overwriteUserPassword(trx, { userId, newHash: passwordHash });
  if (changed === null) throw new GatewayError('not_found', NO_SUCH_USER);
  await endAllSessions(trx, userId, 'password_changed');
}

function quotaOut(user: User): UserOut['quota'] {
  const { day, month } = quotaWindowsAt(quotaDaysOf(user), Date.now());
  return {
    time_zone: user.quotaZone,
    day_resets_at: new Date(day.endMs).toISOString(),
    month_resets_at: new Date(month.endMs).toISOString(),
  };
}

/** A user as both planes show it. */
export function userOut(user: User): UserOut {
  const id = encodeId('usr', user.id);
  return {
    id,
    organization_id: id,
    email: user.email,
    name: user.name,
    status: user.status,
    created_at: user.createdAt.toISOString(),
    last_seen_at: user.lastSeenAt?.toISOString() ?? null,
    password_changed_at: user.passwordChangedAt.toISOString(),
    quota: quotaOut(user),
  };
}

function emailTaken(): GatewayError {
  return new GatewayError('conflict', 'There is an account with this e-mail address already.', {
    param: 'email',
  });
}
