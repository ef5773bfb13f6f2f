import { GatewayError } from '@tollgate/contract/error-codes';
import { recordChange } from '@tollgate/db/changes';
import { transaction } from '@tollgate/db/connect';
import type { PlatformRole } from '@tollgate/contract/platform/roles';
import type { Db, Knex } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import {
  deleteAdministrator,
  endSessionsOfAdministrator,
  findAdministratorById,
  findAdministratorHash,
  findAdministratorsById,
  hasAnyAdministrator,
  hasOtherLocalOwner,
  insertAdministrator,
  listAllAdministrators,
  lockAdministrators,
  updateAdministratorPassword,
  updateAdministratorRole,
  updateAdministratorStatus,
} from './administrator.queries.ts';
import type { Administrator, AdministratorStatus } from './administrator.queries.ts';
import { assertMayUse } from './assert-may-use.ts';
import { replacePassword } from './check-password.ts';
import type { LoginDeps, PasswordChangeResult } from './check-password.ts';
import { unauthenticated } from './credentials.ts';
import type { Passwords } from './password-hashing.ts';
import { canonicalEmail } from './users.ts';

export type { Administrator, AdministratorStatus } from './administrator.queries.ts';

/** An administrator to be made. */
export interface NewAdministrator {
  email: string;
  name: string;
  password: string;
  role: PlatformRole;
}

/** What administrators are known by, by uuid; those who were removed are left out. */
export async function emailsOfAdministrators(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await findAdministratorsById(db, ids);
  return new Map(found.map(({ id, email }) => [id, email]));
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
 * Makes an owner if there is no administrator at all. Safe to call by every replica at each start.
 * @returns the one it made, or null
 */
export async function ensureFirstAdministrator(
  deps: { db: Knex; passwords: Passwords },
  administrator: Omit<NewAdministrator, 'role'>,
): Promise<Administrator | null> {
  if (!(await isFirstAdministratorMissing(deps.db))) return null;
  const passwordHash = await deps.passwords.hash(administrator.password);
  return transaction(deps.db, (trx) =>
    createFirstAdministrator(trx, { ...administrator, passwordHash }),
  );
}

/** Whether there is no administrator at all, disabled ones included. */
export async function isFirstAdministratorMissing(db: Db): Promise<boolean> {
  return (await hasAnyAdministrator(db))?.present !== true;
}

/**
 * Makes an owner whose password is hashed already, if there is no administrator at all; of several
 * at once one is made.
 * @returns the one it made, or null
 */
export async function createFirstAdministrator(
  trx: Knex.Transaction,
  administrator: Pick<NewAdministrator, 'email' | 'name'> & { passwordHash: string },
): Promise<Administrator | null> {
  await lockAdministrators(trx);
  if (!(await isFirstAdministratorMissing(trx))) return null;
  return insertNew(trx, { ...administrator, role: 'owner' }, administrator.passwordHash);
}

/**
 * Makes an administrator whose password is hashed already.
 * @throws GatewayError `conflict` when the address is taken
 */
export async function addAdministrator(
  trx: Knex.Transaction,
  { passwordHash, ...administrator }: Omit<NewAdministrator, 'password'> & { passwordHash: string },
  by: string,
): Promise<Administrator> {
  await lockAdministrators(trx);
  await assertStillOwner(trx, by);
  return insertNew(trx, administrator, passwordHash);
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
    role: administrator.role,
    passwordHash,
  });
  if (made !== null) return made;
  throw new GatewayError(
    'conflict',
    'There is an administrator with this e-mail address already.',
    { param: 'email' },
  );
}

/** Every administrator, oldest first. */
export function listAdministrators(db: Db): Promise<Administrator[]> {
  return listAllAdministrators(db);
}

const NO_SUCH_ADMINISTRATOR = 'There is no such administrator.';

/** A change of one administrator: whom it is about, and who makes it. */
export interface AdministratorChange {
  /** A uuid, or null for what is none. */
  id: string | null;
  /** The uuid of the owner who makes the change; read again when the change has its turn. */
  by: string;
}

/**
 * Lets an administrator in or keeps one out. A disabled one loses every session at once.
 * @throws GatewayError `not_found`, `role_required`, or `conflict` for the last active local owner
 */
export async function setAdministratorStatus(
  trx: Knex.Transaction,
  change: AdministratorChange,
  status: AdministratorStatus,
): Promise<Administrator> {
  const found = await lockAdministrator(trx, change);
  if (status === 'disabled') {
    await assertNotLast(trx, found, 'disabled');
    await endSessionsOfAdministrator(trx, found.id);
  }
  return changed(trx, await updateAdministratorStatus(trx, { id: found.id, status }));
}

/**
 * Gives an administrator another role, which holds for open sessions at once.
 * @throws GatewayError `not_found`, `role_required`, or `conflict` for the last active local owner
 *   and for whom an OpenID provider answers
 */
export async function setAdministratorRole(
  trx: Knex.Transaction,
  change: AdministratorChange,
  role: PlatformRole,
): Promise<{ administrator: Administrator; before: PlatformRole }> {
  const found = await lockAdministrator(trx, change);
  if (found.issuer !== null) {
    throw new GatewayError(
      'conflict',
      'The role of this administrator follows from groups at the OpenID provider. Change them there.',
      { param: 'role' },
    );
  }
  if (role !== 'owner') await assertNotLast(trx, found, 'given another role');
  const administrator = await changed(
    trx,
    await updateAdministratorRole(trx, { id: found.id, role }),
  );
  return { administrator, before: found.role };
}

/**
 * Removes an administrator and every session of theirs. What they have done stays in the trail
 * under their address.
 * @throws GatewayError `not_found`, `role_required`, or `conflict` for the last active local owner
 */
export async function removeAdministrator(
  trx: Knex.Transaction,
  change: AdministratorChange,
): Promise<Administrator> {
  const found = await lockAdministrator(trx, change);
  await assertNotLast(trx, found, 'removed');
  await deleteAdministrator(trx, found.id);
  await recordChange(trx, 'administrator', found.id);
  return found;
}

async function changed(
  trx: Knex.Transaction,
  administrator: Administrator | null,
): Promise<Administrator> {
  if (administrator === null) throw new GatewayError('not_found', NO_SUCH_ADMINISTRATOR);
  await recordChange(trx, 'administrator', administrator.id);
  return administrator;
}

/** No other transaction changes the set of administrators until this one ends. */
async function lockAdministrator(
  trx: Knex.Transaction,
  { id, by }: AdministratorChange,
): Promise<Administrator> {
  await lockAdministrators(trx);
  await assertStillOwner(trx, by);
  const found = id === null ? null : await findAdministratorById(trx, id);
  if (found === null) throw new GatewayError('not_found', NO_SUCH_ADMINISTRATOR);
  return found;
}

/** Between the gate and the lock, somebody else may have changed who asks. */
async function assertStillOwner(trx: Knex.Transaction, id: string): Promise<void> {
  const asker = await findAdministratorById(trx, id);
  if (asker?.status !== 'active') throw unauthenticated('disabled or removed meanwhile');
  assertMayUse(asker.role, 'administrators');
}

/** Somebody must get in while no OpenID provider answers, and be able to do everything then. */
async function assertNotLast(
  trx: Knex.Transaction,
  { id, issuer, role, status }: Administrator,
  what: 'disabled' | 'removed' | 'given another role',
): Promise<void> {
  if (issuer !== null || role !== 'owner' || status !== 'active') return;
  if ((await hasOtherLocalOwner(trx, id))?.present === true) return;
  throw new GatewayError('conflict', `The last active local owner cannot be ${what}.`);
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
