import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** The state of a video. */
export type VideoState =
  | 'queued'
  | 'submitting'
  | 'working'
  | 'indeterminate'
  | 'completed'
  | 'failed';

/** The terms of a video, as its caller is shown them. */
export interface VideoTerms {
  seconds: number;
  resolution: string;
  aspectRatio: string | null;
  sound: boolean;
  input: string;
}

/** What a video is, as its file says. */
export interface VideoFacts {
  seconds: number;
  width: number;
  height: number;
}

/** A video to be made. */
export interface NewVideo {
  id: string;
  userId: string;
  apiKeyId: string;
  mode: 'live' | 'test';
  requestId: string;
  /** As it was asked for. */
  model: string;
  terms: VideoTerms;
  catalogRevision: string;
  masterVersion: string;
  wrappedKey: Buffer;
  box: Buffer;
  /** The credit that is held for the video; null for one that costs nothing. */
  heldNano: string | null;
  /** How long it may take at most. */
  lifeMs: number;
}

/** A video as its owner sees one. */
export interface VideoRow {
  id: string;
  userId: string;
  requestId: string;
  model: string;
  terms: VideoTerms;
  catalogRevision: string;
  state: VideoState;
  percent: number | null;
  errorCode: string | null;
  errorMessage: string | null;
  usage: Record<string, number> | null;
  chargedNano: string | null;
  mediaBytes: string | null;
  mediaSha256: Buffer | null;
  mediaFacts: VideoFacts | null;
  createdAt: Date;
  finishedAt: Date | null;
  expiresAt: Date | null;
  /** Its file has passed its life. */
  over: boolean;
}

const SEEN = `id, user_id as "userId", request_id as "requestId", model, terms,
  catalog_revision as "catalogRevision", state, percent, error_code as "errorCode",
  error_message as "errorMessage", usage, charged_n::text as "chargedNano",
  media_bytes::text as "mediaBytes", media_sha256 as "mediaSha256",
  media_facts as "mediaFacts", created_at as "createdAt",
  finished_at as "finishedAt", expires_at as "expiresAt", coalesce(expires_at <= now(), false) as over`;

/** Writes a video; null where its id has one already. */
export function insertVideo(db: Db, video: NewVideo): Promise<VideoRow | null> {
  return row<VideoRow>(
    db,
    `insert into requests.video (id, user_id, api_key_id, mode, request_id, model, terms,
       catalog_revision, master_version, wrapped_key, box, held_n, gives_up_at)
     values (:id, :userId, :apiKeyId, :mode, :requestId, :model, cast(:terms as jsonb),
       :catalogRevision, :masterVersion, :wrappedKey, :box, cast(:heldNano as bigint),
       now() + :lifeMs * interval '1 millisecond')
     on conflict do nothing returning ${SEEN}`,
    { ...video, terms: JSON.stringify(video.terms) },
  );
}

/** The owner of the videos that are looked for; those of live and of test keys are apart. */
export interface VideoOwner {
  userId: string;
  mode: 'live' | 'test';
}

/** A video of an owner; null for one that was deleted. */
export function findVideo(db: Db, name: VideoOwner & { id: string }): Promise<VideoRow | null> {
  return row<VideoRow>(
    db,
    `select ${SEEN} from requests.video
     where id = :id and user_id = :userId and mode = :mode and deleted_at is null`,
    { ...name },
  );
}

/**
 * A page of an owner's videos.
 * @param page.after the id behind which it begins; null: at the end of the order
 */
export function listVideos(
  db: Db,
  page: VideoOwner & { after: string | null; isAscending: boolean; limit: number },
): Promise<VideoRow[]> {
  const { isAscending, ...given } = page;
  const order = isAscending ? 'asc' : 'desc';
  return rows<VideoRow>(
    db,
    `select ${SEEN} from requests.video
     where user_id = :userId and mode = :mode and deleted_at is null
       and (cast(:after as uuid) is null or id ${isAscending ? '>' : '<'} cast(:after as uuid))
     order by id ${order} limit :limit`,
    given,
  );
}

/** Takes a video that has ended out of sight; false where it runs, or is not there. */
export async function hideVideo(db: Db, name: VideoOwner & { id: string }): Promise<boolean> {
  const hidden = await row(
    db,
    `update requests.video set deleted_at = now()
     where id = :id and user_id = :userId and mode = :mode and deleted_at is null
       and finished_at is not null returning id`,
    { ...name },
  );
  return hidden !== null;
}

/**
 * Lets the file of a video be over: nobody gets it from now on, and a worker removes it. False
 * where none is kept.
 */
export async function dropFile(db: Db, name: VideoOwner & { id: string }): Promise<boolean> {
  const dropped = await row(
    db,
    `update requests.video set expires_at = now()
     where id = :id and user_id = :userId and mode = :mode and deleted_at is null
       and state = 'completed' and media_bytes is not null and expires_at > now() returning id`,
    { ...name },
  );
  return dropped !== null;
}

/** How many videos of an owner have not ended, and how many bytes of requests are kept for them. */
export async function countOpenVideos(
  db: Db,
  owner: VideoOwner,
): Promise<{ videos: number; bytes: number }> {
  const counted = await row<{ videos: number; bytes: number }>(
    db,
    `select count(*)::int as videos,
       cast(coalesce(sum(octet_length(box)), 0) as double precision) as bytes
     from requests.video where user_id = :userId and mode = :mode and finished_at is null`,
    { ...owner },
  );
  return counted ?? { videos: 0, bytes: 0 };
}

/** Those of the ids that videos have. */
export async function listKnownVideos(db: Db, ids: readonly string[]): Promise<string[]> {
  const known = await rows<{ id: string }>(
    db,
    'select id from requests.video where id = any(cast(:ids as uuid[]))',
    { ids: [...ids] },
  );
  return known.map(({ id }) => id);
}
