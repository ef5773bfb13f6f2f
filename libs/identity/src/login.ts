import { transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { isPasswordRight, replacePassword } from './check-password.ts';
import type { LoginDeps, PasswordChangeResult } from './check-password.ts';
import {
  findPasswordHash,
  findUserForLogin,
  lockUserForLogin,
  updateUserPassword,
} from './user.queries.ts';
import type { User } from './user.queries.ts';
import { endAllSessions, startSession, storedOrigin } from './sessions.ts';
import type { LoginOrigin, OpenedSession } from './sessions.ts';
import { canonicalEmail } from './users.ts';

/** Credentials and where they come from. */
export interface LoginInput {
  email: string;
  password: string;
  origin: LoginOrigin;
  /** The refresh secret that the browser sent along; its session is ended. */
  previousSecret?: string | undefined;
}

/**
 * The outcome of a login. `wrong` covers unknown addresses and closed accounts, which a caller must
 * not distinguish.
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
  const isRight = await isPasswordRight(deps, {
    account: email,
    address,
    addressIsKnown: found?.addressIsKnown ?? false,
    password: input.password,
    hash: found?.passwordHash ?? null,
  });
  if (found === null || !isRight) return { outcome: 'wrong', userId: found?.id ?? null };
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
  const { userId, origin, currentPassword, newPassword } = change;
  return replacePassword(deps, {
    id: userId,
    address: origin.address,
    currentPassword,
    newPassword,
    oldHash: (await findPasswordHash(deps.db, userId))?.hash ?? null,
    async write(trx, hashes) {
      const won = await updateUserPassword(trx, { userId, ...hashes });
      if (won === null) return null;
      await endAllSessions(trx, userId, 'password_changed');
      await inTransaction(trx);
      return won;
    },
  });
}
