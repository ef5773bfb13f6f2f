import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { PlatformRole } from '@tollgate/contract/platform/roles';

const TOKEN_COLUMNS = `t.id, t.administrator_id as "administratorId", t.name, t.role, t.last4,
  t.created_at as "createdAt", t.expires_at as "expiresAt", t.last_used_at as "lastUsedAt",
  t.revoked_at as "revokedAt"`;
/** A use is written down once in so long. */
const USE_NOTED_EVERY = '1 minute';

/** A row of identity.administrator_token without its digest. */
export interface AdministratorToken {
  id: string;
  administratorId: string;
  name: string;
  role: PlatformRole;
  last4: string;
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
}

/** What a token is looked up by. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface is no record of bindings.
export type TokenDigest = {
  pepperVersion: string;
  digest: Buffer;
};

/** A token to be written down. */
export type NewAdministratorToken = Pick<
  AdministratorToken,
  'id' | 'administratorId' | 'name' | 'role' | 'last4'
> &
  TokenDigest & { days: number };

/** Writes a token down that ends after so many days. */
export async function insertAdministratorToken(
  db: Db,
  token: NewAdministratorToken,
): Promise<AdministratorToken> {
  const made = await row<AdministratorToken>(
    db,
    `insert into identity.administrator_token as t
       (id, administrator_id, name, role, pepper_version, digest, last4, expires_at)
     values (:id, :administratorId, :name, :role, :pepperVersion, :digest, :last4,
       now() + cast(:days as int) * interval '1 day')
     returning ${TOKEN_COLUMNS}`,
    { ...token },
  );
  if (made === null) throw new Error('no token was written');
  return made;
}

/** The live token of a digest. */
export function findLiveAdministratorToken(
  db: Db,
  by: TokenDigest,
): Promise<AdministratorToken | null> {
  return row<AdministratorToken>(
    db,
    `select ${TOKEN_COLUMNS} from identity.administrator_token t
     where digest = :digest and pepper_version = :pepperVersion
       and revoked_at is null and expires_at > now()`,
    by,
  );
}

/** Notes a use, and keeps the digest under the current pepper. */
export async function noteAdministratorTokenUse(
  db: Db,
  use: TokenDigest & { id: string },
): Promise<void> {
  await rows(
    db,
    `update identity.administrator_token
     set last_used_at = now(), digest = :digest, pepper_version = :pepperVersion
     where id = :id and (last_used_at is null or pepper_version <> :pepperVersion
       or last_used_at < now() - interval '${USE_NOTED_EVERY}')`,
    use,
  );
}

/** How many live tokens an administrator has. */
export async function countLiveAdministratorTokens(
  db: Db,
  administratorId: string,
): Promise<number> {
  const found = await row<{ live: number }>(
    db,
    `select count(*)::int as live from identity.administrator_token
     where administrator_id = :administratorId and revoked_at is null and expires_at > now()`,
    { administratorId },
  );
  return found?.live ?? 0;
}

/** A token with the name of who made it. */
export type NamedAdministratorToken = AdministratorToken & { email: string };

/** The newest tokens of everybody, newest first. */
export function listNewestAdministratorTokens(
  db: Db,
  limit: number,
): Promise<NamedAdministratorToken[]> {
  return rows<NamedAdministratorToken>(
    db,
    `select ${TOKEN_COLUMNS}, coalesce(a.shown_as, a.email) as email
     from identity.administrator_token t join identity.administrator a on a.id = t.administrator_id
     order by t.id desc limit :limit`,
    { limit },
  );
}

/** A token whatever its state. */
export function findAdministratorTokenById(db: Db, id: string): Promise<AdministratorToken | null> {
  return row<AdministratorToken>(
    db,
    `select ${TOKEN_COLUMNS} from identity.administrator_token t where id = :id`,
    { id },
  );
}

/** Ends a token permanently; ending it again changes nothing. */
export async function revokeAdministratorTokenById(db: Db, id: string): Promise<void> {
  await rows(
    db,
    `update identity.administrator_token set revoked_at = now()
     where id = :id and revoked_at is null`,
    { id },
  );
}
