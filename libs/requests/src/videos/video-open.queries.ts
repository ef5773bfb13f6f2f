import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';

/** The state of a video that has not ended. */
export type OpenVideoState = 'queued' | 'submitting' | 'working' | 'indeterminate';

/** Videos that have not ended. */
export interface OpenVideos {
  byState: Readonly<Record<OpenVideoState, number>>;
  /** 0 when there is none. */
  oldestSeconds: number;
}

/** Counts what has not ended, by its index alone. */
export async function measureOpenVideos(db: Db): Promise<OpenVideos> {
  const found = await row<OpenVideos['byState'] & { oldestSeconds: number }>(
    db,
    `select cast(count(*) filter (where state = 'queued') as int) as queued,
       cast(count(*) filter (where state = 'submitting') as int) as submitting,
       cast(count(*) filter (where state = 'working') as int) as working,
       cast(count(*) filter (where state = 'indeterminate') as int) as indeterminate,
       cast(coalesce(extract(epoch from now() - min(created_at)), 0) as double precision)
         as "oldestSeconds"
     from requests.video where finished_at is null`,
  );
  const { oldestSeconds, ...byState } = found ?? NO_VIDEOS;
  return { byState, oldestSeconds };
}
const NO_VIDEOS = { queued: 0, submitting: 0, working: 0, indeterminate: 0, oldestSeconds: 0 };

/** A video that has not ended, as an operator sees one. */
export interface OpenVideo {
  id: string;
  userId: string;
  apiKeyId: string;
  mode: 'live' | 'test';
  requestId: string;
  model: string;
  state: OpenVideoState;
  tries: number;
  job: string | null;
  createdAt: Date;
  submittedAt: Date | null;
  dueAt: Date;
  givesUpAt: Date;
  heldNano: string | null;
}

const SEEN = `id, user_id as "userId", api_key_id as "apiKeyId", mode, request_id as "requestId", model,
  state, tries, job, created_at as "createdAt", submitted_at as "submittedAt",
  due_at as "dueAt", gives_up_at as "givesUpAt", held_n::text as "heldNano"`;

/** Videos that have not ended, the oldest first. @param which.state null: whatever it is */
export function listOpenVideos(
  db: Db,
  which: { state: OpenVideoState | null; limit: number },
): Promise<OpenVideo[]> {
  return rows<OpenVideo>(
    db,
    `select ${SEEN} from requests.video
     where finished_at is null and (cast(:state as text) is null or state = :state)
     order by created_at limit :limit`,
    which,
  );
}

/**
 * Lets the life of a video end now: a worker ends the video as soon as none asks for it, without
 * asking again. A life that has ended already stays as it is.
 * @returns null where no video of this id is open, or its file lies in the store: such a video is
 *   made
 */
export function endVideoLife(db: Db, id: string): Promise<OpenVideo | null> {
  return row<OpenVideo>(
    db,
    `update requests.video set gives_up_at = least(gives_up_at, now()), due_at = least(due_at, now())
     where id = :id and finished_at is null and media_bytes is null returning ${SEEN}`,
    { id },
  );
}

/** Whether there is such a video, in any state. */
export async function isVideo(db: Db, id: string): Promise<boolean> {
  return (await row(db, 'select id from requests.video where id = :id', { id })) !== null;
}
