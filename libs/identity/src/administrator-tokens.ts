import { GatewayError } from '@tollgate/contract/error-codes';
import { mayUse, rightsOf } from '@tollgate/contract/platform/roles';
import type { PlatformRole } from '@tollgate/contract/platform/roles';
import type { Db, Knex } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import {
  countLiveAdministratorTokens,
  findAdministratorTokenById,
  findLiveAdministratorToken,
  insertAdministratorToken,
  listNewestAdministratorTokens,
  noteAdministratorTokenUse,
  revokeAdministratorTokenById,
} from './administrator-token.queries.ts';
import type {
  AdministratorToken,
  NamedAdministratorToken,
  TokenDigest,
} from './administrator-token.queries.ts';
import { findAdministratorById, lockAdministrators } from './administrator.queries.ts';
import type { Administrator } from './administrator.queries.ts';
import { unauthenticated } from './credentials.ts';

export type { AdministratorToken, NamedAdministratorToken } from './administrator-token.queries.ts';

/** Live tokens of one administrator. */
const LIVE_TOKENS_MAX = 50;
/** Tokens that are listed. */
const LISTED_TOKENS_MAX = 1_000;

/** Whether a role has no right that the other one lacks. */
const isWithin = (role: PlatformRole, other: PlatformRole): boolean =>
  rightsOf(role).every((right) => mayUse(other, right));

/**
 * Makes a token with which a machine acts for an administrator.
 * @param by who asks, with the role of the request: that of a token where a token asks
 * @throws GatewayError `role_required` for a role with more rights, `conflict` for too many tokens
 */
export async function makeAdministratorToken(
  trx: Knex.Transaction,
  by: Pick<Administrator, 'id' | 'role'>,
  token: { name: string; role: PlatformRole; days: number; last4: string } & TokenDigest,
): Promise<AdministratorToken> {
  if (!isWithin(token.role, by.role)) {
    throw new GatewayError(
      'role_required',
      `A token cannot do more than who makes it: your role is ${by.role}, and ${token.role} has other rights. Choose a role whose rights you have.`,
      { param: 'role', facts: { role: by.role, needed_roles: token.role } },
    );
  }
  await lockAdministrators(trx);
  if ((await countLiveAdministratorTokens(trx, by.id)) >= LIVE_TOKENS_MAX) {
    throw new GatewayError(
      'conflict',
      `You have ${LIVE_TOKENS_MAX} live tokens. Revoke those that nothing uses any more.`,
    );
  }
  return insertAdministratorToken(trx, { id: newUuid(), administratorId: by.id, ...token });
}

/** The newest tokens of everybody, newest first, whatever their state. */
export function listAdministratorTokens(db: Db): Promise<NamedAdministratorToken[]> {
  return listNewestAdministratorTokens(db, LISTED_TOKENS_MAX);
}

/**
 * Ends a token at once. Everybody may end their own, and whoever may remove administrators all.
 * @param id a uuid, or null for what is none
 * @returns the token as it was, also when it had ended before
 * @throws GatewayError `not_found`, also for a token of others
 */
export async function revokeAdministratorToken(
  trx: Knex.Transaction,
  by: Pick<Administrator, 'id' | 'role'>,
  id: string | null,
): Promise<AdministratorToken> {
  const found = id === null ? null : await findAdministratorTokenById(trx, id);
  const isAllowed = found?.administratorId === by.id || mayUse(by.role, 'administrators');
  if (found === null || !isAllowed) {
    throw new GatewayError('not_found', 'You have no such token.');
  }
  await revokeAdministratorTokenById(trx, found.id);
  return found;
}

/** An administrator for whom a machine acts, with the role of its token. */
export interface TokenBearer {
  administrator: Administrator;
  token: AdministratorToken;
}

/**
 * For whom a token acts. The token and its administrator are read each time, so that revocation,
 * disabling and another role hold at once.
 * @param digests of what was sent, the one under the current pepper first
 * @throws GatewayError `unauthenticated`
 */
export async function bearerOfToken(
  db: Db,
  digests: readonly [TokenDigest, ...TokenDigest[]],
): Promise<TokenBearer> {
  for (const digest of digests) {
    const token = await findLiveAdministratorToken(db, digest);
    if (token === null) continue;
    const administrator = await findAdministratorById(db, token.administratorId);
    if (administrator?.status !== 'active') throw unauthenticated('its administrator is disabled');
    if (!isWithin(token.role, administrator.role)) {
      throw unauthenticated('its administrator has lost rights that the token has');
    }
    const { pepperVersion, digest: current } = digests[0];
    await noteAdministratorTokenUse(db, { id: token.id, pepperVersion, digest: current });
    return { administrator: { ...administrator, role: token.role }, token };
  }
  throw unauthenticated('no live token');
}
