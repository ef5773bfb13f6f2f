import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** The days for which a key is remembered at least: its row ends that long after its last use. */
const TOMBSTONE = "interval '30 days'";
/** How long callers see the result of an operation. */
const RESULT = "interval '1 day'";
const KEY_IS_OLD = `tombstone_until < least(now(), cast(:cutoff as timestamptz) + ${TOMBSTONE})`;
const RESULT_IS_OLD = `finished_at is not null
  and expires_at < least(now(), cast(:cutoff as timestamptz) + ${RESULT})`;

async function countWhere(db: Db, condition: string, cutoff: Date): Promise<bigint> {
  const sql = `select count(*) as count from ${condition}`;
  return (await row<{ count: bigint }>(db, sql, { cutoff }))?.count ?? 0n;
}

export function countRecordsBefore(db: Db, cutoff: Date): Promise<bigint> {
  return countWhere(db, 'requests.record where at < :cutoff', cutoff);
}

/** Keys of calls and keys of creations. */
export async function countIdempotencyRecordsBefore(db: Db, cutoff: Date): Promise<bigint> {
  const calls = await countWhere(db, `requests.idempotency where ${KEY_IS_OLD}`, cutoff);
  return calls + (await countWhere(db, `requests.creation where ${KEY_IS_OLD}`, cutoff));
}

export function countOperationsBefore(db: Db, cutoff: Date): Promise<bigint> {
  return countWhere(db, `requests.operation where ${RESULT_IS_OLD}`, cutoff);
}

/** One step: a partition or a batch; null when nothing is left. */
export async function purgeRecords(db: Db, cutoff: Date, limit: number): Promise<bigint | null> {
  const sql = 'select requests.purge_records(:cutoff, :limit) as gone';
  return (await row<{ gone: bigint | null }>(db, sql, { cutoff, limit }))?.gone ?? null;
}

/**
 * Deletes a batch of keys of calls or, when none is left, of creations; null when there was
 * nothing.
 */
export async function purgeIdempotencyRecords(
  db: Db,
  cutoff: Date,
  limit: number,
): Promise<bigint | null> {
  return (await purgeKeysOfCalls(db, cutoff, limit)) ?? purgeKeysOfCreations(db, cutoff, limit);
}

async function purgeKeysOfCreations(db: Db, cutoff: Date, limit: number): Promise<bigint | null> {
  const deleted = await row<{ gone: bigint }>(
    db,
    `with gone as (
       delete from requests.creation where (actor_id, key_sha) in (
         select actor_id, key_sha from requests.creation where ${KEY_IS_OLD} limit :limit)
         and ${KEY_IS_OLD}
       returning 1)
     select count(*) as gone from gone`,
    { cutoff, limit },
  );
  return orNull(deleted?.gone);
}

async function purgeKeysOfCalls(db: Db, cutoff: Date, limit: number): Promise<bigint | null> {
  const deleted = await row<{ gone: bigint }>(
    db,
    `with gone as (
       delete from requests.idempotency where (user_id, mode, key_sha) in (
         select user_id, mode, key_sha from requests.idempotency where ${KEY_IS_OLD} limit :limit)
         and ${KEY_IS_OLD}
       returning 1)
     select count(*) as gone from gone`,
    { cutoff, limit },
  );
  return orNull(deleted?.gone);
}

/** Deletes a batch; null when there was nothing. */
export async function purgeOperations(db: Db, cutoff: Date, limit: number): Promise<bigint | null> {
  const deleted = await row<{ gone: bigint }>(
    db,
    `with gone as (
       delete from requests.operation where id in (
         select id from requests.operation where ${RESULT_IS_OLD} limit :limit)
       returning 1)
     select count(*) as gone from gone`,
    { cutoff, limit },
  );
  return orNull(deleted?.gone);
}

/** How long a video is listed without its file. */
const LISTED = "interval '30 days'";
const ENDED = 'finished_at < cast(:cutoff as timestamptz)';
const LISTED_LONG = `finished_at < cast(:cutoff as timestamptz) - ${LISTED}`;
/** The file goes with a video that is forgotten, so that each video counts once. */
const VIDEO_IS_OLD = `${ENDED} and (media_bytes is not null or ${LISTED_LONG})`;

/** Videos whose file goes, and those that are forgotten. */
export function countMediaBefore(db: Db, cutoff: Date): Promise<bigint> {
  return countWhere(db, `requests.video where ${VIDEO_IS_OLD}`, cutoff);
}

/** A video whose file goes. */
export interface OldVideo {
  id: string;
  userId: string;
  hasFile: boolean;
}

/** Takes a batch of videos, so that nobody else removes them meanwhile, oldest first. */
export function takeOldVideos(db: Db, cutoff: Date, limit: number): Promise<OldVideo[]> {
  return rows<OldVideo>(
    db,
    `select id, user_id as "userId", media_bytes is not null as "hasFile" from requests.video
     where ${VIDEO_IS_OLD} order by finished_at limit :limit for update skip locked`,
    { cutoff, limit },
  );
}

/** Forgets the files of videos that were taken, and those videos that were listed long enough. */
export async function forgetVideos(db: Db, ids: readonly string[], cutoff: Date): Promise<void> {
  const given = { ids: [...ids], cutoff };
  const these = 'id = any(cast(:ids as uuid[]))';
  await rows(db, `delete from requests.video where ${these} and ${LISTED_LONG}`, given);
  await rows(
    db,
    `update requests.video set media_bytes = null, media_sha256 = null,
       expires_at = least(expires_at, now()) where ${these}`,
    { ids: [...ids] },
  );
}

function orNull(gone: bigint | undefined): bigint | null {
  return gone === undefined || gone === 0n ? null : gone;
}
