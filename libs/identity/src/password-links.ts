import { createHash, randomBytes } from 'node:crypto';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { Db, Knex } from '@tollgate/db/connect';
import {
  deleteEndedLinks,
  isLinkGood,
  putPasswordLink,
  takeLink,
} from './password-link.queries.ts';
import { findUser, resetUserPassword } from './users.ts';
import type { User } from './users.ts';

const TOKEN_BYTES = 32;
const HOUR_SECONDS = 3_600;

/** The token has 256 random bits, so a plain digest is as good as a slow one. */
const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Makes a link with which a user chooses a password, once; an earlier one is good for nothing from
 * now on.
 * @throws GatewayError `conflict` for a user who may not sign in
 */
export async function makePasswordLink(
  trx: Knex.Transaction,
  user: Pick<User, 'id' | 'status'>,
  hours: number,
): Promise<{ token: string; expiresAt: Date }> {
  if (user.status !== 'active') {
    throw new GatewayError('conflict', 'The account is not active: nobody can sign in to it.');
  }
  await deleteEndedLinks(trx);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const link = { userId: user.id, digest: digestOf(token), lifeSeconds: hours * HOUR_SECONDS };
  return { token, expiresAt: await putPasswordLink(trx, link) };
}

/**
 * Refuses a token without a good link before a password is hashed for it.
 * @throws GatewayError `invalid_credentials`
 */
export async function assertLinkGood(db: Db, token: string): Promise<void> {
  if (!(await isLinkGood(db, digestOf(token)))) throw noGoodLink();
}

/**
 * Uses a link up: sets the password and ends every session of the user.
 * @throws GatewayError `invalid_credentials` when the link is good no more
 */
export async function choosePasswordByLink(
  trx: Knex.Transaction,
  given: { token: string; passwordHash: string },
): Promise<User> {
  const userId = await takeLink(trx, digestOf(given.token));
  if (userId === null) throw noGoodLink();
  await resetUserPassword(trx, userId, given.passwordHash);
  const user = await findUser(trx, userId);
  if (user === null) throw noGoodLink();
  return user;
}

/** One answer for what was never made, has ended, was used or was replaced. */
function noGoodLink(): GatewayError {
  return new GatewayError(
    'invalid_credentials',
    'This link is no longer valid: it was used, replaced by a newer one, or has expired. Ask your administrator for another.',
    { param: 'token' },
  );
}
