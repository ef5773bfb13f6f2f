import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { LimitsDocument } from '@tollgate/money/limit-set';
import type { ZoneChange } from '@tollgate/money/quota-days';
import type { UserStatus } from '@tollgate/contract/users';

const USER_COLUMNS = `id, email, name, status, max_output_tokens as "maxOutputTokens", limits,
  quota_zone as "quotaZone", quota_change as "quotaChange", created_at as "createdAt",
  last_seen_at as "lastSeenAt", password_changed_at as "passwordChangedAt"`;

/** A row of identity.user_account without its password. */
export interface User {
  id: string;
  email: string;
  name: string;
  status: UserStatus;
  /** The user's own ceiling of output tokens; null: the service's default. */
  maxOutputTokens: number | null;
  /** For all keys of the user together. */
  limits: Partial<LimitsDocument>;
  /** The zone whose days and months quotas of credits count in, and its last change. */
  quotaZone: string;
  quotaChange: ZoneChange | null;
  createdAt: Date;
  lastSeenAt: Date | null;
  passwordChangedAt: Date;
}

/** A user who may be logging in. */
export interface LoginUser extends User {
  passwordHash: string;
  /** A session of the user was started from the same address before. */
  addressIsKnown: boolean;
}

/** Null when the address is taken. */
export function insertUser(
  db: Db,
  user: { id: string; email: string; name: string; passwordHash: string },
): Promise<User | null> {
  return row<User>(
    db,
    `insert into identity.user_account (id, email, name, password_hash)
     values (:id, :email, :name, :passwordHash)
     on conflict (email) do nothing
     returning ${USER_COLUMNS}`,
    user,
  );
}

/** The user of a uuid. */
export function findUserById(db: Db, id: string): Promise<User | null> {
  return row<User>(db, `select ${USER_COLUMNS} from identity.user_account where id = :id`, { id });
}

/** The users of these ids, in no order. */
export function findUsersById(db: Db, ids: readonly string[]): Promise<User[]> {
  return rows<User>(
    db,
    `select ${USER_COLUMNS} from identity.user_account where id = any (cast(:ids as uuid[]))`,
    { ids },
  );
}

/** The id of the user who has an address; null when nobody has it. */
export function findUserIdByEmail(db: Db, email: string): Promise<{ id: string } | null> {
  return row(db, 'select id from identity.user_account where email = :email', { email });
}

/** The user of an address, and whether the caller’s network address is known to the account. */
export function findUserForLogin(
  db: Db,
  by: { email: string; address: string },
): Promise<LoginUser | null> {
  return row<LoginUser>(
    db,
    `select ${USER_COLUMNS}, password_hash as "passwordHash",
       exists (
         select from identity.session
         where session.user_id = user_account.id and session.address = :address
       ) as "addressIsKnown"
     from identity.user_account where email = :email`,
    by,
  );
}

/**
 * Holds a user whose password and standing are still what a login has just checked; null when they
 * have changed meanwhile. A change that comes now waits, and then ends the session that is made.
 */
export function lockUserForLogin(
  db: Db,
  by: { userId: string; passwordHash: string },
): Promise<{ id: string } | null> {
  return row(
    db,
    `select id from identity.user_account
     where id = :userId and password_hash = :passwordHash and status = 'active'
     for no key update`,
    by,
  );
}

/** The hash to check a password against. */
export function findPasswordHash(db: Db, userId: string): Promise<{ hash: string } | null> {
  return row(db, 'select password_hash as hash from identity.user_account where id = :userId', {
    userId,
  });
}

/** Which users a list is of; null: any. */
export interface UserFilter {
  /** A part of the address or of the name. */
  search: string | null;
  /** The uuid that a search names, if it names one. */
  id: string | null;
  status: UserStatus | null;
}

/** One page of users, newest first. */
export function listUsersBefore(
  db: Db,
  page: UserFilter & { before: string | null; limit: number },
): Promise<User[]> {
  return rows<User>(
    db,
    `select ${USER_COLUMNS} from identity.user_account
     where (cast(:before as uuid) is null or id < cast(:before as uuid))
       and (cast(:status as text) is null or status = :status)
       and (cast(:search as text) is null or id = cast(:id as uuid)
         or strpos(email, lower(:search)) > 0 or strpos(lower(name), lower(:search)) > 0)
     order by id desc limit :limit`,
    { ...page },
  );
}

/** Writes what is not null; null when there is no such user. */
export function updateUserFields(
  db: Db,
  user: {
    id: string;
    name: string | null;
    email: string | null;
    maxOutputTokens: number | null;
    setsMaxOutputTokens: boolean;
  },
): Promise<User | null> {
  return row<User>(
    db,
    `update identity.user_account set
       name = coalesce(:name, name),
       email = coalesce(:email, email),
       max_output_tokens = case when :setsMaxOutputTokens
         then cast(:maxOutputTokens as integer) else max_output_tokens end
     where id = :id
     returning ${USER_COLUMNS}`,
    user,
  );
}

/** Writes what all keys of a user may use together; null when there is no such user. */
export function updateUserLimits(
  db: Db,
  user: { id: string; limits: LimitsDocument },
): Promise<User | null> {
  return row<User>(
    db,
    `update identity.user_account set limits = cast(:limits as jsonb) where id = :id
     returning ${USER_COLUMNS}`,
    { id: user.id, limits: JSON.stringify(user.limits) },
  );
}

/** A user whose row nobody else changes until the transaction ends. */
export function lockUser(db: Db, id: string): Promise<User | null> {
  return row<User>(
    db,
    `select ${USER_COLUMNS} from identity.user_account where id = :id for update`,
    { id },
  );
}

/** Writes the days that quotas count in; null when there is no such user. */
export function updateUserQuotaDays(
  db: Db,
  user: { id: string; zone: string; change: ZoneChange | null },
): Promise<User | null> {
  return row<User>(
    db,
    `update identity.user_account
     set quota_zone = :zone, quota_change = cast(:change as jsonb)
     where id = :id returning ${USER_COLUMNS}`,
    { ...user, change: user.change === null ? null : JSON.stringify(user.change) },
  );
}

/** Null when there is no such user or the account is closed permanently. */
export function updateUserStatus(
  db: Db,
  user: { id: string; status: UserStatus },
): Promise<User | null> {
  return row<User>(
    db,
    `update identity.user_account set status = :status
     where id = :id and (status <> 'closed' or :status = 'closed')
     returning ${USER_COLUMNS}`,
    user,
  );
}

/**
 * Replaces a hash only if it is still the one that the caller has checked, so that one of several
 * changes wins.
 */
export function updateUserPassword(
  db: Db,
  change: { userId: string; oldHash: string; newHash: string },
): Promise<{ id: string } | null> {
  return row(
    db,
    `update identity.user_account set password_hash = :newHash, password_changed_at = now()
     where id = :userId and password_hash = :oldHash
     returning id`,
    change,
  );
}

/** Replaces a hash whatever it was. */
export function overwriteUserPassword(
  db: Db,
  change: { userId: string; newHash: string },
): Promise<{ id: string } | null> {
  return row(
    db,
    `update identity.user_account set password_hash = :newHash, password_changed_at = now()
     where id = :userId returning id`,
    change,
  );
}

/** Whether anybody has an account. */
export function hasAnyUser(db: Db): Promise<{ present: boolean } | null> {
  return row(db, 'select exists (select from identity.user_account) as present');
}

/**
 * Takes the only set-up there is; a second transaction waits for the first and then gets nothing.
 */
export function insertSetup(db: Db, userId: string): Promise<{ taken: boolean } | null> {
  return row(
    db,
    `insert into identity.setup (user_id) values (:userId)
     on conflict do nothing returning true as taken`,
    { userId },
  );
}
