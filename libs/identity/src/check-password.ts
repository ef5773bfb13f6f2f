import { transaction } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import type { Passwords } from './password-hashing.ts';
import type { LoginThrottle } from './throttle.ts';

/** What a login needs. */
export interface LoginDeps {
  db: Knex;
  passwords: Passwords;
  throttle: LoginThrottle;
}

/** A password as a request sent it. */
interface PasswordAttempt {
  /** What failures are counted for, such as an e-mail address. */
  account: string;
  address: string;
  addressIsKnown: boolean;
  password: string;
  /** The hash of the right password; null when there is no such account. */
  hash: string | null;
}

/**
 * Checks a password. Costs one hash whether or not the account exists; a wrong password counts
 * against account and address.
 * @returns whether the password is the right one
 * @throws GatewayError `rate_limit_exceeded` after too many failures, or when too many log in at
 *   once
 */
export async function isPasswordRight(
  { throttle, passwords }: LoginDeps,
  { hash, password, ...attempt }: PasswordAttempt,
): Promise<boolean> {
  const takeBack = await throttle.take(attempt);
  if (!(await passwords.verify(hash, password))) return false;
  await takeBack();
  return true;
}

/** A new password for an account whose owner must know the old one. */
interface Replacement {
  id: string;
  address: string;
  currentPassword: string;
  newPassword: string;
  oldHash: string | null;
  /** Writes the new hash and ends every session; null when the hash is not the old one any more. */
  write: (trx: Knex.Transaction, hashes: { oldHash: string; newHash: string }) => Promise<unknown>;
}

/** The outcome of a password change. */
export type PasswordChangeResult = 'changed' | 'wrong' | 'same';

/**
 * Replaces a password. Of several changes at once, one wins and the others answer `wrong`.
 * @returns whether the password was replaced, and if not, why
 * @throws GatewayError `rate_limit_exceeded`
 */
export async function replacePassword(
  deps: LoginDeps,
  { id, address, currentPassword, newPassword, oldHash, write }: Replacement,
): Promise<PasswordChangeResult> {
  const isRight = await isPasswordRight(deps, {
    account: `change ${id}`,
    address,
    addressIsKnown: false,
    password: currentPassword,
    hash: oldHash,
  });
  if (oldHash === null || !isRight) return 'wrong';
  if (newPassword === currentPassword) return 'same';
  const newHash = await deps.passwords.hash(newPassword);
  return transaction(deps.db, async (trx) =>
    (await write(trx, { oldHash, newHash })) === null ? 'wrong' : 'changed',
  );
}
