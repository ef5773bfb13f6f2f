import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import { leasedRows, renewLease } from '@tollgate/db/leased-rows';
import type { VideoFacts, VideoState } from './video.queries.ts';

/** The target that a video was begun at: later requests for it go to the same one. */
export interface BegunTarget {
  modelId: string;
  credentialId: string | null;
  attempt: number;
}

/**
 * How a provider fails to deliver a video: it has made it and does not send it, it gives no answer,
 * or it has no such job.
 */
export type TriesKind = 'made' | 'nothing' | 'unknown';

/** A video that a worker has claimed. */
export interface ClaimedVideo {
  id: string;
  userId: string;
  apiKeyId: string;
  mode: 'live' | 'test';
  requestId: string;
  masterVersion: string;
  wrappedKey: Buffer;
  box: Buffer;
  state: VideoState;
  /** The fence of every later write. */
  claims: number;
  /** Calls of the provider in the present state that came to nothing. */
  tries: number;
  /** What these have in common; null where there are none. */
  triesKind: TriesKind | null;
  target: BegunTarget | null;
  job: string | null;
  /** The file, once it lies in the store. */
  mediaBytes: string | null;
  mediaSha256: Buffer | null;
  mediaFacts: VideoFacts | null;
  createdAt: Date;
  ageMs: number;
  /** Milliseconds since the provider was asked. */
  sinceMs: number | null;
  /** Whether its whole life is over. */
  over: boolean;
}

/** The claim that a row is written for. */
export interface VideoFence {
  id: string;
  claims: number;
}

/** Videos are claimed by workers, for one look at their provider at a time. */
const LEASES = leasedRows({
  table: 'requests.video',
  key: { id: 'id' },
  fence: 'claims',
  owner: { column: 'lease_owner', binding: 'worker' },
  standing: 'finished_at is null',
});
const DUE = LEASES.next({
  where: 'finished_at is null and due_at <= now()',
  orderBy: 'due_at',
});
const { held: CLAIMED, release } = LEASES;

/** Claims the video that is due longest and that no worker has; null when none is. */
export function claimVideo(
  db: Db,
  claim: { worker: string; leaseMs: number },
): Promise<ClaimedVideo | null> {
  return row<ClaimedVideo>(
    db,
    `update requests.video set ${LEASES.claim}
     where id = ${DUE}
     returning id, user_id as "userId", api_key_id as "apiKeyId", mode, request_id as "requestId",
       master_version as "masterVersion", wrapped_key as "wrappedKey", box, state, claims, tries,
       tries_kind as "triesKind", way as target, job, media_bytes::text as "mediaBytes", media_sha256 as "mediaSha256",
       media_facts as "mediaFacts", created_at as "createdAt",
       cast(extract(epoch from now() - created_at) * 1000 as double precision) as "ageMs",
       cast(extract(epoch from now() - submitted_at) * 1000 as double precision) as "sinceMs",
       gives_up_at < now() as over`,
    { ...claim },
  );
}

/**
 * Marks that a provider is about to be called; false when the claim is lost or the video was begun
 * already.
 */
export async function markSubmitting(
  db: Db,
  fence: VideoFence & { target: BegunTarget },
): Promise<boolean> {
  const marked = await row(
    db,
    `update requests.video set state = 'submitting', way = cast(:way as jsonb), submitted_at = now()
     where ${CLAIMED} and state = 'queued' returning id`,
    { id: fence.id, claims: fence.claims, way: JSON.stringify(fence.target) },
  );
  return marked !== null;
}

/**
 * Notes that the provider has not begun: the video waits for another try. False when the claim is
 * lost.
 */
export function requeueVideo(db: Db, fence: VideoFence & { pauseMs: number }): Promise<boolean> {
  return change(
    db,
    `update requests.video set state = 'queued', way = null, submitted_at = null, tries = tries + 1,
       ${release},
       due_at = now() + :pauseMs * interval '1 millisecond'
     where ${CLAIMED} and state in ('queued', 'submitting') returning id`,
    { ...fence },
  );
}

/**
 * Lets a video wait whose provider was called and whose name is looked up. False when the claim is
 * lost.
 */
export function postponeLookup(db: Db, fence: VideoFence & { pauseMs: number }): Promise<boolean> {
  return change(
    db,
    `update requests.video set tries = tries + 1, ${release},
       due_at = now() + :pauseMs * interval '1 millisecond'
     where ${CLAIMED} and state = 'submitting' returning id`,
    { ...fence },
  );
}

/** Keeps the provider's name of a video. False when the claim is lost. */
export function keepJob(
  db: Db,
  fence: VideoFence & { job: string; pauseMs: number },
): Promise<boolean> {
  return change(
    db,
    `update requests.video set state = 'working', job = :job, tries = 0, tries_kind = null, ${release}, due_at = now() + :pauseMs * interval '1 millisecond'
     where ${CLAIMED} and state = 'submitting' returning id`,
    { ...fence },
  );
}

/**
 * Notes that the file of a video lies in the store: the video is made, whatever its provider says
 * from now on. False when the claim is lost.
 */
export function keepFile(
  db: Db,
  fence: VideoFence & { bytes: number; sha256: Buffer; facts: VideoFacts | null },
): Promise<boolean> {
  return change(
    db,
    `update requests.video set media_bytes = :bytes, media_sha256 = :sha256,
       media_facts = cast(:facts as jsonb)
     where ${CLAIMED} returning id`,
    { ...fence, facts: fence.facts === null ? null : JSON.stringify(fence.facts) },
  );
}

/**
 * Notes the state of a video that is not done, and when it is asked for again. False when the claim
 * is lost.
 */
export function postponeVideo(
  db: Db,
  fence: VideoFence & {
    state: 'working' | 'indeterminate';
    percent: number | null;
    tries: number;
    triesKind: TriesKind | null;
    pauseMs: number;
  },
): Promise<boolean> {
  return change(
    db,
    `update requests.video set state = :state, percent = coalesce(:percent, percent),
       tries = :tries, tries_kind = :triesKind, ${release},
       due_at = now() + :pauseMs * interval '1 millisecond'
     where ${CLAIMED} and job is not null returning id`,
    { ...fence },
  );
}

/** Keeps a lease up. False when the claim is lost. */
export function renewVideo(db: Db, fence: VideoFence & { leaseMs: number }): Promise<boolean> {
  return renewLease(db, LEASES, { ...fence });
}

/** How a video ended. */
export interface VideoEnd extends VideoFence {
  error: { code: string; message: string } | null;
  usage: string | null;
  chargedNano: string | null;
  /** How long the file is kept. */
  lifeMs: number;
}

/** Writes the end of a video and forgets what was asked. False when the claim is lost. */
export function finishVideo(db: Db, end: VideoEnd): Promise<boolean> {
  return change(
    db,
    `update requests.video set state = case when cast(:code as text) is null then 'completed' else 'failed' end,
       error_code = :code, error_message = :message, usage = cast(:usage as jsonb),
       charged_n = cast(:chargedNano as bigint),
       media_bytes = case when cast(:code as text) is null then media_bytes end,
       media_sha256 = case when cast(:code as text) is null then media_sha256 end,
       media_facts = case when cast(:code as text) is null then media_facts end,
       percent = case when cast(:code as text) is null then 100 else percent end,
       finished_at = now(), expires_at = now() + :lifeMs * interval '1 millisecond',
       master_version = null, wrapped_key = null, box = null, ${release}
     where ${CLAIMED} returning id`,
    {
      id: end.id,
      claims: end.claims,
      code: end.error?.code ?? null,
      message: end.error?.message ?? null,
      usage: end.usage,
      chargedNano: end.chargedNano,
      lifeMs: end.lifeMs,
    },
  );
}

/**
 * Videos whose file is over or whose owner has deleted them, by two indexes that hold nothing else.
 */
export function listOverVideos(
  db: Db,
  limit: number,
): Promise<{ id: string; userId: string; gone: boolean }[]> {
  return rows(
    db,
    `(select id, user_id as "userId", true as gone from requests.video
       where deleted_at is not null order by deleted_at limit :limit)
     union all
     (select id, user_id, false from requests.video
       where media_bytes is not null and expires_at <= now() and deleted_at is null
       order by expires_at limit :limit)`,
    { limit },
  );
}

/** Notes that the file of a video is gone; a video that its owner has deleted goes with it. */
export async function forgetFile(db: Db, video: { id: string; gone: boolean }): Promise<void> {
  const sql = video.gone
    ? 'delete from requests.video where id = :id and deleted_at is not null'
    : 'update requests.video set media_bytes = null, media_sha256 = null where id = :id';
  await rows(db, sql, { id: video.id });
}

async function change(
  db: Db,
  sql: string,
  bindings: Record<string, string | number | boolean | Buffer | null>,
): Promise<boolean> {
  return (await row(db, sql, bindings)) !== null;
}
