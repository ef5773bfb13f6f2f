import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { KeyMode, KeyStatus, ReasoningEffort } from '@tollgate/contract/keys';
import type { UserStatus } from '@tollgate/contract/users';
import type { QuotaDays } from '@tollgate/money/quota-days';
import type { Limits, LimitsDocument } from '@tollgate/money/limit-set';

/** The plane that suspended a key. */
export type SuspendedBy = 'user' | 'platform';

/** A key as its owner and the platform see it. */
export interface ApiKey {
  id: string;
  ownerId: string;
  name: string;
  mode: KeyMode;
  prefix: string;
  last4: string;
  status: KeyStatus;
  suspendedBy: SuspendedBy | null;
  defaultReasoningEffort: ReasoningEffort | null;
  maxOutputTokens: number | null;
  models: string[] | null;
  /** What the platform set. */
  limits: Partial<LimitsDocument>;
  /** What the owner set. */
  ownLimits: Partial<LimitsDocument>;
  expiresAt: Date | null;
  /** Until when the secret before the last rotation works too; null: it does not. */
  replacedUntil: Date | null;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** A key with its owner's standing: what a call is admitted by. */
export interface KeyRecord {
  id: string;
  ownerId: string;
  ownerStatus: UserStatus;
  /** The owner's own ceiling of output tokens; null: the service's default. */
  ownerMaxOutputTokens: number | null;
  name: string;
  mode: KeyMode;
  status: 'active' | 'suspended';
  defaultReasoningEffort: ReasoningEffort | null;
  maxOutputTokens: number | null;
  /** The only models the key may use; null: all that its owner may. */
  modelAllowList: string[] | null;
  /** The tighter of what the platform and the owner set on the key. */
  limits: Limits;
  /** What the platform set on the owner, for all keys together. */
  ownerLimits: Limits;
  /** The days and months that quotas of credits count in; absent: those of UTC. */
  ownerQuotaDays?: QuotaDays;
  /** Milliseconds from the reading to its end, by the database's clock; null: it has none. */
  expiresInMs: number | null;
  /**
   * Milliseconds from the reading until the secret that the key was found by stops working, where a
   * rotation has replaced it; null: it is the newest one.
   */
  replacedInMs: number | null;
}

/** A key to be written. */
export interface KeyRow {
  id: string;
  ownerId: string;
  name: string;
  mode: KeyMode;
  digest: Buffer;
  pepperVersion: string;
  prefix: string;
  last4: string;
  defaultReasoningEffort: ReasoningEffort | null;
  maxOutputTokens: number | null;
  models: string[] | null;
  limits: Partial<LimitsDocument>;
  ownLimits: Partial<LimitsDocument>;
  expiresAt: string | null;
}

/** Which key of which owner. */
export interface OwnedKey {
  keyId: string;
  ownerId: string;
}

/** The columns of a key as {@link ApiKey} has them. */
export const KEY_COLUMNS = `id, owner_id as "ownerId", name, mode, prefix, last4,
  case when expires_at <= now() then 'expired' else status end as status,
  suspended_by as "suspendedBy", default_reasoning_effort as "defaultReasoningEffort",
  max_output_tokens as "maxOutputTokens", models, limits, own_limits as "ownLimits",
  expires_at as "expiresAt",
  (select ends_at from keys.replaced_secret replaced
   where replaced.key_id = api_key.id and replaced.ends_at > now()) as "replacedUntil",
  created_at as "createdAt", last_used_at as "lastUsedAt"`;
const OWNED = 'id = :keyId and owner_id = :ownerId and deleted_at is null';

/** Whether any key was ever created. */
export function findAnyKey(db: Db): Promise<{ present: boolean } | null> {
  return row(db, 'select exists (select from keys.api_key) as present');
}

/** Creations for one owner wait for each other, so that none can pass the limit unseen. */
export async function lockKeysOfOwner(db: Db, ownerId: string): Promise<void> {
  await rows(db, 'select pg_advisory_xact_lock(hashtextextended(:ownerId, 3))', { ownerId });
}

/** How many keys an owner has, deleted ones left out. */
export function countKeysOfOwner(db: Db, ownerId: string): Promise<{ keys: number } | null> {
  return row(
    db,
    `select cast(count(*) as integer) as keys from keys.api_key
     where owner_id = :ownerId and deleted_at is null`,
    { ownerId },
  );
}

/** Whether a moment is in the future by the database's clock. */
export function isAhead(db: Db, moment: string): Promise<{ ahead: boolean } | null> {
  return row(db, 'select cast(:moment as timestamptz) > now() as ahead', { moment });
}

/** Gives nothing when the expiry is not in the future. */
export function insertKey(db: Db, key: KeyRow): Promise<ApiKey | null> {
  return row<ApiKey>(
    db,
    `insert into keys.api_key (id, owner_id, name, mode, digest, pepper_version, prefix, last4,
       default_reasoning_effort, max_output_tokens, models, limits, own_limits, expires_at)
     select :id, :ownerId, :name, :mode, :digest, :pepperVersion, :prefix, :last4,
       :defaultReasoningEffort, :maxOutputTokens, :models, cast(:limits as jsonb), cast(:ownLimits as jsonb),
       cast(:expiresAt as timestamptz)
     where cast(:expiresAt as timestamptz) is null or cast(:expiresAt as timestamptz) > now()
     returning ${KEY_COLUMNS}`,
    { ...key, limits: JSON.stringify(key.limits), ownLimits: JSON.stringify(key.ownLimits) },
  );
}

/** Keys of an owner, newest first, deleted ones left out. */
export function listKeysOfOwner(
  db: Db,
  page: { ownerId: string; limit: number },
): Promise<ApiKey[]> {
  return rows<ApiKey>(
    db,
    `select ${KEY_COLUMNS} from keys.api_key
     where owner_id = :ownerId and deleted_at is null
     order by created_at desc, id desc limit :limit`,
    page,
  );
}

/** A key of this very owner. */
export function findOwnedKey(db: Db, key: OwnedKey): Promise<ApiKey | null> {
  return row<ApiKey>(db, `select ${KEY_COLUMNS} from keys.api_key where ${OWNED}`, { ...key });
}

/** A key by its uuid, also after its deletion; of any owner when none is named. */
export function findKeyOfAny(
  db: Db,
  key: { id: string; ownerId: string | null },
): Promise<{ id: string } | null> {
  return row<{ id: string }>(
    db,
    `select id from keys.api_key
     where id = :id and (cast(:ownerId as uuid) is null or owner_id = cast(:ownerId as uuid))`,
    key,
  );
}

/** A key of this very owner; other changes of it wait until the transaction ends. */
export function lockOwnedKey(db: Db, key: OwnedKey): Promise<ApiKey | null> {
  return row<ApiKey>(db, `select ${KEY_COLUMNS} from keys.api_key where ${OWNED} for update`, {
    ...key,
  });
}

/** Suspends a key in the name of one plane. */
export function updateKeySuspended(
  db: Db,
  key: OwnedKey & { by: SuspendedBy },
): Promise<ApiKey | null> {
  return row<ApiKey>(
    db,
    `update keys.api_key set status = 'suspended', suspended_by = :by
     where ${OWNED} returning ${KEY_COLUMNS}`,
    { ...key },
  );
}

/** Takes a suspension away. */
export function updateKeyResumed(db: Db, key: OwnedKey): Promise<ApiKey | null> {
  return row<ApiKey>(
    db,
    `update keys.api_key set status = 'active', suspended_by = null
     where ${OWNED} returning ${KEY_COLUMNS}`,
    { ...key },
  );
}

/** The row and its digest stay, so that the secret is never anybody's again. */
export function updateKeyDeleted(db: Db, key: OwnedKey): Promise<{ id: string } | null> {
  return row(db, `update keys.api_key set deleted_at = now() where ${OWNED} returning id`, {
    ...key,
  });
}

/** Writes every field that can change; gives nothing when a new expiry is not in the future. */
export function updateKeyFields(
  db: Db,
  key: OwnedKey &
    Pick<KeyRow, 'name' | 'defaultReasoningEffort' | 'maxOutputTokens' | 'models' | 'ownLimits'> & {
      expiresAt: string | null;
      setsExpiry: boolean;
    },
): Promise<ApiKey | null> {
  return row<ApiKey>(
    db,
    `update keys.api_key set name = :name, default_reasoning_effort = :defaultReasoningEffort,
       max_output_tokens = :maxOutputTokens, models = :models,
       own_limits = cast(:ownLimits as jsonb),
       expires_at = case when :setsExpiry
         then cast(:expiresAt as timestamptz) else expires_at end
     where ${OWNED} and (not :setsExpiry or cast(:expiresAt as timestamptz) is null
       or cast(:expiresAt as timestamptz) > now())
     returning ${KEY_COLUMNS}`,
    { ...key, ownLimits: JSON.stringify(key.ownLimits) },
  );
}

/** Writes what the platform allows a key. */
export function updateKeyLimits(
  db: Db,
  key: OwnedKey & { limits: LimitsDocument },
): Promise<ApiKey | null> {
  return row<ApiKey>(
    db,
    `update keys.api_key set limits = cast(:limits as jsonb)
     where ${OWNED} returning ${KEY_COLUMNS}`,
    { ...key, limits: JSON.stringify(key.limits) },
  );
}

/**
 * Notes the use of keys. A row that another transaction is writing is left out: the next batch
 * notes the use.
 */
export async function updateKeysUsed(db: Db, keyIds: readonly string[]): Promise<void> {
  await rows(
    db,
    `update keys.api_key set last_used_at = now()
     where id in (
       select id from keys.api_key where id = any(cast(:keyIds as uuid[]))
       for no key update skip locked)`,
    { keyIds: [...keyIds] },
  );
}

export async function updateKeyDigest(
  db: Db,
  change: { id: string; from: Buffer; digest: Buffer; pepperVersion: string },
): Promise<void> {
  await rows(
    db,
    `select keys.digest_anew(cast(:id as uuid), cast(:from as bytea), cast(:digest as bytea),
       cast(:pepperVersion as text))`,
    change,
  );
}

/**
 * Secrets of keys that are not deleted by the pepper that their digests are of, and how many of
 * these keys were used in the last days.
 */
export function countKeysByPepper(
  db: Db,
  days: number,
): Promise<{ version: string; keys: number; used: number }[]> {
  return rows(
    db,
    `select pepper_version as version, cast(count(*) as int) as keys,
       cast(count(*) filter (where last_used_at > now() - make_interval(days => :days)) as int)
         as used
     from (
       select pepper_version, last_used_at from keys.api_key where deleted_at is null
       union all
       select replaced.pepper_version, api_key.last_used_at
       from keys.replaced_secret replaced join keys.api_key on api_key.id = replaced.key_id
       where replaced.ends_at > now() and api_key.deleted_at is null
     ) secrets group by 1 order by 1`,
    { days },
  );
}
