import { findAdmissionByDigest, findAdmissionById } from './key-admission.queries.ts';
import { GatewayError } from '@tollgate/contract/error-codes';
import { KEYS_PER_USER_MAX } from '@tollgate/contract/keys';
import type {
  ApiKeyOut,
  ApiKeyUpdate,
  KeyMode,
  ReasoningEffort,
  SimpleApiKeyCreate,
} from '@tollgate/contract/keys';
import { recordChange } from '@tollgate/db/changes';
import type { Db, Knex } from '@tollgate/db/connect';
import { sqlState } from '@tollgate/db/failures';
import { limitsDocument, parseLimits } from '@tollgate/money/limit-set';
import type { LimitsDocument } from '@tollgate/money/limit-set';
import { decodeId, encodeId, newUuid } from '@tollgate/runtime/ids';
import { readMoment } from '@tollgate/runtime/moments';
import {
  countKeysOfOwner,
  findAnyKey,
  findOwnedKey,
  insertKey,
  isAhead,
  listKeysOfOwner,
  lockKeysOfOwner,
  lockOwnedKey,
  updateKeyDeleted,
  updateKeyDigest,
  updateKeyFields,
  updateKeyResumed,
  updateKeysUsed,
  updateKeySuspended,
} from './key.queries.ts';
import type { ApiKey, KeyRecord, OwnedKey, SuspendedBy } from './key.queries.ts';
import {
  deleteReplacedSecret,
  insertReplacedSecret,
  updateKeySecret,
} from './replaced-secret.queries.ts';
import { mintSecret } from './secret.ts';
import type { Digest, Pepper } from './secret.ts';

export type { ApiKey, KeyRecord, SuspendedBy } from './key.queries.ts';
import { assertNotExpired, expiryIsPast } from './expired-key.ts';

const FOREIGN_KEY_VIOLATION = '23503';

/** A key to be made. */
export interface NewKey {
  /** The uuid that it is to have. */
  id: string;
  ownerId: string;
  name: string;
  mode: KeyMode;
  /** RFC 3339, in the future; null: never. */
  expiresAt: string | null;
  defaultReasoningEffort: ReasoningEffort | null;
  maxOutputTokens: number | null;
  models: readonly string[] | null;
  /** What the platform sets. */
  limits: LimitsDocument;
  /** What the owner sets. */
  ownLimits: LimitsDocument;
}

/** Which key, by its public id, and who must own it. */
export interface KeyOfOwner {
  /** `key_…` as the caller sent it. */
  publicId: string;
  ownerId: string;
}

/**
 * What a request body says about a new key, with what it leaves out. `by` says whose limits those
 * of the body are.
 */
export function newKeyOf(ownerId: string, body: SimpleApiKeyCreate, by: SuspendedBy): NewKey {
  const limits = limitsDocument(parseLimits(body.limits));
  const none = limitsDocument(parseLimits(null));
  return {
    id: newUuid(),
    ownerId,
    name: body.name.trim(),
    mode: body.mode ?? 'live',
    expiresAt: utc(body.expires_at),
    defaultReasoningEffort: body.default_reasoning_effort ?? null,
    maxOutputTokens: body.max_output_tokens ?? null,
    models: body.models ?? null,
    limits: by === 'platform' ? limits : none,
    ownLimits: by === 'user' ? limits : none,
  };
}

/**
 * Whether a text of RFC 3339 form names a moment in the future that can be kept. For the refusal of
 * a request body.
 */
export async function isExpiryAhead(db: Db, text: string): Promise<boolean> {
  const moment = readMoment(text);
  return moment !== null && (await isAhead(db, moment))?.ahead === true;
}

/**
 * Makes a key. The secret is in the result and nowhere else.
 * @throws GatewayError `not_found` for an unknown owner, `conflict` when the owner has too many
 * keys, `invalid_request` with param `expires_at` for an expiry that is not in the future
 */
export async function createKey(
  trx: Knex.Transaction,
  pepper: Pepper,
  key: NewKey,
): Promise<{ key: ApiKey; secret: string }> {
  await lockKeysOfOwner(trx, key.ownerId);
  const counted = await countKeysOfOwner(trx, key.ownerId);
  if ((counted?.keys ?? 0) >= KEYS_PER_USER_MAX) {
    throw new GatewayError(
      'conflict',
      `A user may have ${KEYS_PER_USER_MAX} keys. Delete one that is no longer used.`,
    );
  }
  const { secret, ...kept } = mintSecret(key.mode, pepper);
  const made = await insertKey(trx, {
    ...key,
    ...kept,
    models: key.models === null ? null : [...key.models],
  }).catch((error: unknown) => {
    if (sqlState(error) !== FOREIGN_KEY_VIOLATION) throw error;
    throw new GatewayError('not_found', 'There is no such user.', { cause: error });
  });
  if (made === null) throw expiryIsPast();
  await recordChange(trx, 'key', made.id);
  return { key: made, secret };
}

/** Whether any key was ever created, for anybody. */
export async function hasAnyKey(db: Db): Promise<boolean> {
  return (await findAnyKey(db))?.present === true;
}

/** The keys of an owner, newest first, without deleted ones. */
export function listKeysByOwner(db: Db, ownerId: string): Promise<ApiKey[]> {
  return listKeysOfOwner(db, { ownerId, limit: KEYS_PER_USER_MAX });
}

/**
 * One key of an owner.
 * @throws GatewayError `not_found`, the same for malformed, unknown, deleted and foreign ids
 */
export async function getKey(db: Db, key: KeyOfOwner): Promise<ApiKey> {
  return found(await findOwnedKey(db, owned(key)));
}

/**
 * Suspends a key; suspending again changes nothing, but the platform's word replaces the user's.
 * @throws GatewayError `not_found`
 */
export async function suspendKey(
  trx: Knex.Transaction,
  key: KeyOfOwner,
  by: SuspendedBy,
): Promise<ApiKey> {
  return changeLocked(trx, key, async (current, id) => {
    if (current.suspendedBy === by || current.suspendedBy === 'platform') return current;
    return found(await updateKeySuspended(trx, { ...id, by }));
  });
}

/**
 * Lets a suspended key work again; resuming again changes nothing.
 * @throws GatewayError `not_found`, `conflict` for an expired key, `permission_denied` to a user
 *   whose key the platform suspended
 */
export async function resumeKey(
  trx: Knex.Transaction,
  key: KeyOfOwner,
  by: SuspendedBy,
): Promise<ApiKey> {
  return changeLocked(trx, key, async (current, id) => {
    assertNotExpired(current);
    if (current.suspendedBy === null) return current;
    if (current.suspendedBy === 'platform' && by === 'user') {
      throw new GatewayError('permission_denied', 'The platform suspended this key.');
    }
    return found(await updateKeyResumed(trx, id));
  });
}

/**
 * Gives a key another secret; its id, history, policies and limits stay. The secret before works on
 * for the overlap, and one that was replaced earlier ends now.
 * @param given.overlapSeconds 0: the secret before ends now
 * @returns the key with its new secret, which is nowhere else
 * @throws GatewayError `not_found`, `conflict` for an expired key
 */
export async function rotateKey(
  trx: Knex.Transaction,
  pepper: Pepper,
  given: KeyOfOwner & { overlapSeconds: number },
): Promise<{ key: ApiKey; secret: string }> {
  const { overlapSeconds: seconds } = given;
  const id = owned(given);
  const current = found(await lockOwnedKey(trx, id));
  assertNotExpired(current);
  const { secret, digest, pepperVersion, prefix, last4 } = mintSecret(current.mode, pepper);
  if (seconds > 0) await insertReplacedSecret(trx, { ...id, seconds });
  else await deleteReplacedSecret(trx, id);
  const key = found(await updateKeySecret(trx, { ...id, digest, pepperVersion, prefix, last4 }));
  await recordChange(trx, 'key', key.id);
  return { key, secret };
}

/**
 * Changes a key under a lock, unless the work gives the key back unchanged, and notes the change.
 */
async function changeLocked(
  trx: Knex.Transaction,
  key: KeyOfOwner,
  work: (current: ApiKey, id: OwnedKey) => Promise<ApiKey>,
): Promise<ApiKey> {
  const id = owned(key);
  const current = found(await lockOwnedKey(trx, id));
  const changed = await work(current, id);
  if (changed !== current) await recordChange(trx, 'key', changed.id);
  return changed;
}

/**
 * Deletes a key permanently. Its secret answers as an unknown one from then on.
 * @returns the uuid of the key
 * @throws GatewayError `not_found`, also for one that is deleted already
 */
export async function deleteKey(trx: Knex.Transaction, key: KeyOfOwner): Promise<string> {
  const deleted = await updateKeyDeleted(trx, owned(key));
  if (deleted === null) throw noSuchKey();
  await recordChange(trx, 'key', deleted.id);
  return deleted.id;
}

/**
 * Changes a key's name, expiry or policies; what the body leaves out stays.
 * @throws GatewayError `not_found`, or `invalid_request` with param `expires_at` for an expiry that
 *   is not in the future
 */
export async function updateKey(
  trx: Knex.Transaction,
  key: KeyOfOwner,
  changes: ApiKeyUpdate,
): Promise<ApiKey> {
  const kept = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value);
  const { limits, expires_at: expiresAt } = changes;
  return changeLocked(trx, key, async (current, id) => {
    const changed = await updateKeyFields(trx, {
      ...id,
      name: kept(changes.name?.trim(), current.name),
      defaultReasoningEffort: kept(
        changes.default_reasoning_effort,
        current.defaultReasoningEffort,
      ),
      maxOutputTokens: kept(changes.max_output_tokens, current.maxOutputTokens),
      models: kept(changes.models, current.models),
      ownLimits: limits === undefined ? current.ownLimits : limitsDocument(parseLimits(limits)),
      expiresAt: utc(expiresAt),
      setsExpiry: expiresAt !== undefined,
    });
    if (changed === null) throw expiryIsPast();
    return changed;
  });
}

/**
 * The key of one of the digests with its owner's standing, in one query; null for unknown and
 * deleted ones.
 */
export function findKeyByDigest(
  db: Db,
  digests: readonly Buffer[],
): Promise<(KeyRecord & { digest: Buffer }) | null> {
  return findAdmissionByDigest(db, digests);
}

/** A key that is not deleted, with the standing of its owner. */
export function findKeyById(
  db: Db,
  keyId: string,
): Promise<(KeyRecord & { digest: Buffer }) | null> {
  return findAdmissionById(db, keyId);
}

/**
 * Notes that keys were used just now. A key that is being changed at the same time may be left out.
 */
export async function touchLastUsed(db: Db, keyIds: readonly string[]): Promise<void> {
  if (keyIds.length > 0) await updateKeysUsed(db, keyIds);
}

/** A key as both planes show it; never its secret. */
export function apiKeyOut(key: ApiKey): ApiKeyOut {
  return {
    id: encodeId('key', key.id),
    name: key.name,
    mode: key.mode,
    prefix: key.prefix,
    last_four: key.last4,
    status: key.status,
    suspended_by: key.suspendedBy,
    expires_at: key.expiresAt?.toISOString() ?? null,
    default_reasoning_effort: key.defaultReasoningEffort,
    max_output_tokens: key.maxOutputTokens,
    models: key.models,
    limits: limitsDocument(parseLimits(key.ownLimits)),
    platform_limits: limitsDocument(parseLimits(key.limits)),
    replaced_until: key.replacedUntil?.toISOString() ?? null,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}

function utc(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null;
  const moment = readMoment(text);
  if (moment === null) throw expiryIsPast();
  return moment;
}

/** @throws GatewayError `not_found` for what is no id of a key */
export function owned(key: KeyOfOwner): OwnedKey {
  const keyId = decodeId('key', key.publicId);
  if (keyId === null) throw noSuchKey();
  return { keyId, ownerId: key.ownerId };
}

/** @throws GatewayError `not_found` */
export function found(key: ApiKey | null): ApiKey {
  if (key === null) throw noSuchKey();
  return key;
}

function noSuchKey(): GatewayError {
  return new GatewayError('not_found', 'There is no such key.');
}

/**
 * Keeps a key under another digest of the same secret. Does nothing when another process has done
 * so.
 */
export function digestAnew(
  db: Db,
  { id, from, to }: { id: string; from: Buffer; to: Digest },
): Promise<void> {
  return updateKeyDigest(db, { id, from, ...to });
}
