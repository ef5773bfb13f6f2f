import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { PlatformRole } from '@tollgate/contract/platform/roles';

/** The columns that are read of an administrator. */
export const ADMINISTRATOR_COLUMNS = `id, coalesce(shown_as, email) as email, name, role, status, issuer,
  created_at as "createdAt", last_seen_at as "lastSeenAt",
  case when issuer is null then password_changed_at end as "passwordChangedAt"`;
/** Whoever is one of them gets in while no OpenID provider answers. */
const LOCAL_OWNER = `role = 'owner' and status = 'active' and issuer is null`;
/** Any number, the same everywhere: changes of the set of administrators wait for each other. */
const ADMINISTRATORS_LOCK = 4_418_002_917;

/** Whether an administrator may log in. */
export type AdministratorStatus = 'active' | 'disabled';

/** A row of identity.administrator without its password. */
export interface Administrator {
  id: string;
  /**
   * The address of a local administrator; of others what the provider calls them by, which need not
   * be unique.
   */
  email: string;
  name: string;
  role: PlatformRole;
  status: AdministratorStatus;
  /** The OpenID provider that answers for this administrator; null for a local one. */
  issuer: string | null;
  createdAt: Date;
  lastSeenAt: Date | null;
  /** Null for who has no password here. */
  passwordChangedAt: Date | null;
}

/** An administrator who may be logging in. */
export interface LoginAdministrator extends Administrator {
  passwordHash: string;
  addressIsKnown: boolean;
}

/** Waits until no other transaction changes the set of administrators. */
export async function lockAdministrators(db: Db): Promise<void> {
  await rows(db, 'select pg_advisory_xact_lock(:lock)', { lock: ADMINISTRATORS_LOCK });
}

/** Whether anybody administers. */
export function hasAnyAdministrator(db: Db): Promise<{ present: boolean } | null> {
  return row(db, 'select exists (select from identity.administrator) as present');
}

/** The administrators of these ids, in no order. */
export function findAdministratorsById(
  db: Db,
  ids: readonly string[],
): Promise<Pick<Administrator, 'id' | 'email'>[]> {
  return rows(
    db,
    `select id, coalesce(shown_as, email) as email from identity.administrator
     where id = any (cast(:ids as uuid[]))`,
    { ids },
  );
}

/** Null when the address is taken. */
export function insertAdministrator(
  db: Db,
  administrator: {
    id: string;
    email: string;
    name: string;
    passwordHash: string;
    role: PlatformRole;
  },
): Promise<Administrator | null> {
  return row<Administrator>(
    db,
    `insert into identity.administrator (id, email, name, password_hash, role)
     values (:id, :email, :name, :passwordHash, :role)
     on conflict (email) do nothing returning ${ADMINISTRATOR_COLUMNS}`,
    administrator,
  );
}

/** The administrator of a uuid. */
export function findAdministratorById(db: Db, id: string): Promise<Administrator | null> {
  return row<Administrator>(
    db,
    `select ${ADMINISTRATOR_COLUMNS} from identity.administrator where id = :id`,
    {
      id,
    },
  );
}

/**
 * Holds an administrator whose password and standing are still what a login has just checked; null
 * when they have changed meanwhile.
 */
export function lockAdministratorForLogin(
  db: Db,
  by: { id: string; passwordHash: string },
): Promise<{ id: string } | null> {
  return row(
    db,
    `select id from identity.administrator
     where id = :id and password_hash = :passwordHash and status = 'active'
     for no key update`,
    by,
  );
}

/** The hash to check a password against. */
export function findAdministratorHash(db: Db, id: string): Promise<{ hash: string | null } | null> {
  return row(db, 'select password_hash as hash from identity.administrator where id = :id', { id });
}

/**
 * The administrator of an address, and whether the caller’s network address is known to the
 * account.
 */
export function findAdministratorForLogin(
  db: Db,
  by: { email: string; address: string },
): Promise<LoginAdministrator | null> {
  return row<LoginAdministrator>(
    db,
    `select ${ADMINISTRATOR_COLUMNS}, password_hash as "passwordHash",
       exists (
         select from identity.administrator_session s
         where s.administrator_id = administrator.id and s.address = :address
       ) as "addressIsKnown"
     from identity.administrator where email = :email and issuer is null`,
    by,
  );
}

/** Every administrator, oldest first. */
export function listAllAdministrators(db: Db): Promise<Administrator[]> {
  return rows<Administrator>(
    db,
    `select ${ADMINISTRATOR_COLUMNS} from identity.administrator order by id`,
  );
}

/** Whether another active local owner is left. */
export function hasOtherLocalOwner(db: Db, id: string): Promise<{ present: boolean } | null> {
  return row(
    db,
    `select exists (
       select from identity.administrator where ${LOCAL_OWNER} and id <> :id
     ) as present`,
    { id },
  );
}

/** Null when there is no such administrator. */
export function updateAdministratorStatus(
  db: Db,
  change: { id: string; status: AdministratorStatus },
): Promise<Administrator | null> {
  return row<Administrator>(
    db,
    `update identity.administrator set status = :status where id = :id returning ${ADMINISTRATOR_COLUMNS}`,
    change,
  );
}

/** Null when there is no such administrator. */
export function updateAdministratorRole(
  db: Db,
  change: { id: string; role: PlatformRole },
): Promise<Administrator | null> {
  return row<Administrator>(
    db,
    `update identity.administrator set role = :role where id = :id returning ${ADMINISTRATOR_COLUMNS}`,
    change,
  );
}

/** Deletes an administrator with every session and token. */
export async function deleteAdministrator(db: Db, id: string): Promise<void> {
  await rows(db, 'delete from identity.administrator_session where administrator_id = :id', { id });
  await rows(db, 'delete from identity.administrator_token where administrator_id = :id', { id });
  await rows(db, 'delete from identity.administrator where id = :id', { id });
}

/** Replaces a hash only if it is still the one that the caller has checked. */
export function updateAdministratorPassword(
  db: Db,
  change: { id: string; oldHash: string; newHash: string },
): Promise<{ id: string } | null> {
  return row(
    db,
    `update identity.administrator set password_hash = :newHash, password_changed_at = now()
     where id = :id and password_hash = :oldHash returning id`,
    change,
  );
}

/** Writes a session and notes that the administrator was here. */
export async function insertAdministratorSession(
  db: Db,
  session: {
    id: string;
    administratorId: string;
    userAgent: string | null;
    address: string | null;
    lifeSeconds: number;
  },
): Promise<void> {
  await rows(
    db,
    `insert into identity.administrator_session
       (id, administrator_id, user_agent, address, expires_at)
     values
       (:id, :administratorId, :userAgent, :address, now() + make_interval(secs => :lifeSeconds))`,
    session,
  );
  await rows(db, 'update identity.administrator set last_seen_at = now() where id = :id', {
    id: session.administratorId,
  });
}

/** The active administrator of a session that is still open. */
export function findAdministratorBySession(
  db: Db,
  by: { sessionId: string; administratorId: string },
): Promise<Administrator | null> {
  return row<Administrator>(
    db,
    `select ${ADMINISTRATOR_COLUMNS} from identity.administrator
     where id = :administratorId and status = 'active' and exists (
       select from identity.administrator_session s
       where s.id = :sessionId and s.administrator_id = administrator.id
         and s.ended_at is null and s.expires_at > now())`,
    by,
  );
}

/** Ends one session; ending it again changes nothing. */
export async function endAdministratorSession(db: Db, sessionId: string): Promise<void> {
  await rows(
    db,
    `update identity.administrator_session set ended_at = now()
     where id = :sessionId and ended_at is null`,
    { sessionId },
  );
}

/** Ends every open session of an administrator. */
export async function endSessionsOfAdministrator(db: Db, administratorId: string): Promise<void> {
  await rows(
    db,
    `update identity.administrator_session set ended_at = now()
     where administrator_id = :administratorId and ended_at is null`,
    { administratorId },
  );
}
