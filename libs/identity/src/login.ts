import { transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import {
  findPasswordHash,
  findUserForLogin,
  lockUserForLogin,
  updateUserPassword,
} from './queries.ts';
import type { User } from './queries.ts';
import type { Passwords } from './passwords.ts';
import { endAllSessions, startSession, storedOrigin } from './sessions.ts';
import type { LoginOrigin, OpenedSession } from './sessions.ts';
import type { LoginThrottle } from './throttle.ts';
import { canonicalEmail } from './users.ts';

/** What a login needs. */
export interface LoginDeps {
  db: Knex;
  passwords: Passwords;
  throttle: LoginThrottle;
}

/** Credentials and where they come from. */
export interface LoginInput {
  email: string;
  password: string;
  origin: LoginOrigin;
  /** The refresh secret that the browser sent along; its session is ended. */
  previousSecret?: string | undefined;
}

/**
 * What became of a login. `wrong` covers unknown addresses and closed accounts, which a caller must
 * not tell apart.
 */
export type LoginResult =
  | { outcome: 'ok'; user: User; session: OpenedSession }
  | { outcome: 'wrong'; userId: string | null }
  | { outcome: 'suspended'; userId: string };

/**
 * Checks a password and starts a session. Costs one hash whether or not the account exists.
 * @param inTransaction runs in the transaction that starts the session
 * @throws GatewayError `rate_limit_exceeded` after too many failures, or when too many log in at
 * once
 */
export async function logIn(
  deps: LoginDeps,
  input: LoginInput,
  inTransaction: (trx: Knex.Transaction, user: User) => Promise<void>,
): Promise<LoginResult> {
  const email = canonicalEmail(input.email);
  const { address } = storedOrigin(input.origin);
  const found = await findUserForLogin(deps.db, { email, address });
  const takeBack = await deps.throttle.take({
    account: email,
    address,
    addressIsKnown: found?.addressIsKnown ?? false,
  });
  const right = await deps.passwords.verify(found?.passwordHash ?? null, input.password);
  if (found === null || !right) return { outcome: 'wrong', userId: found?.id ?? null };
  await takeBack();
  if (found.status === 'suspended') return { outcome: 'suspended', userId: found.id };
  if (found.status === 'closed') return { outcome: 'wrong', userId: found.id };
  const { passwordHash, addressIsKnown: _known, ...user } = found;
  return transaction(deps.db, async (trx) => {
    const held = await lockUserForLogin(trx, { userId: user.id, passwordHash });
    if (held === null) return { outcome: 'wrong', userId: user.id };
    await inTransaction(trx, user);
    const session = await startSession(trx, user.id, input);
    return { outcome: 'ok', user, session };
  });
}

/** A password change by the user, who must know the old one. */
export interface PasswordChange {
  userId: string;
  currentPassword: string;
  newPassword: string;
  origin: LoginOrigin;
}

/** What became of a password change. */
export type PasswordChangeResult = 'changed' | 'wrong' | 'same';

/**
 * Replaces a user's password and ends every session. Of several changes at once, one wins and the
 * others answer `wrong`.
 * @param inTransaction runs in the transaction of the change, after the sessions are ended
 * @throws GatewayError `rate_limit_exceeded`
 */
export async function changePassword(
  deps: LoginDeps,
  change: PasswordChange,
  inTransaction: (trx: Knex.Transaction) => Promise<void>,
): Promise<PasswordChangeResult> {
  const takeBack = await deps.throttle.take({
    account: `change ${change.userId}`,
    address: change.origin.address,
    addressIsKnown: false,
  });
  const oldHash = (await findPasswordHash(deps.db, change.userId))?.hash ?? null;
  const right = await deps.passwords.verify(oldHash, change.currentPassword);
  if (oldHash === null || !right) return 'wrong';
  await takeBack();
  if (change.newPassword === change.currentPassword) return 'same';
  const newHash = await deps.passwords.hash(change.newPassword);
  return transaction(deps.db, async (trx) => {
    const won = await updateUserPassword(trx, { userId: change.userId, oldHash, newHash });
    if (won === null) return 'wrong';
    await endAllSessions(trx, change.userId, 'password_changed');
    await inTransaction(trx);
    return 'changed';
  });
}
