import { row, rows } from '@tollgate/db/connect';
import type { Db } from '@tollgate/db/connect';
import type { VideoFacts, VideoState, VideoTerms } from './video.queries.ts';

/** A video, for its owner to look at. */
export interface VideoOfUser {
  id: string;
  apiKeyId: string;
  mode: 'live' | 'test';
  requestId: string;
  model: string;
  terms: VideoTerms;
  state: VideoState;
  percent: number | null;
  errorCode: string | null;
  errorMessage: string | null;
  usage: Record<string, number> | null;
  chargedNano: string | null;
  /** What its hold keeps from the wallet while the video is made. */
  heldNano: string | null;
  mediaBytes: string | null;
  mediaFacts: VideoFacts | null;
  createdAt: Date;
  finishedAt: Date | null;
  /** Until when its file is kept. */
  expiresAt: Date | null;
  /** Its file can be fetched. */
  isKept: boolean;
}

/** Which videos of an owner to list. */
export interface VideosWanted {
  userId: string;
  /** Only those that have not ended, or only those that have; null: both. */
  isOpen: boolean | null;
  /** Behind this id; null: from the newest on. */
  after: string | null;
  limit: number;
}

const SEEN = `id, api_key_id as "apiKeyId", mode, request_id as "requestId", model, terms, state,
  percent, error_code as "errorCode", error_message as "errorMessage", usage,
  charged_n::text as "chargedNano", held_n::text as "heldNano", media_bytes::text as "mediaBytes",
  media_facts as "mediaFacts", created_at as "createdAt", finished_at as "finishedAt",
  expires_at as "expiresAt",
  state = 'completed' and media_bytes is not null and coalesce(expires_at > now(), true) as "isKept"`;

/**
 * A page of an owner's videos, those of live and of test keys, newest first, read from the index of
 * owners. An owner has a bounded number of videos that are open, so neither choice reads much of
 * the other.
 */
export function listVideosOfUser(db: Db, wanted: VideosWanted): Promise<VideoOfUser[]> {
  const { isOpen, ...given } = wanted;
  const state = {
    true: 'and finished_at is null',
    false: 'and finished_at is not null',
    null: '',
  }[`${isOpen}`];
  return rows<VideoOfUser>(
    db,
    `select ${SEEN} from requests.video
     where user_id = :userId and deleted_at is null ${state}
       and (cast(:after as uuid) is null or id < cast(:after as uuid))
     order by id desc limit :limit`,
    given,
  );
}

/** A video of an owner; null for one that was deleted. */
export function findVideoOfUser(
  db: Db,
  name: { id: string; userId: string },
): Promise<VideoOfUser | null> {
  return row<VideoOfUser>(
    db,
    `select ${SEEN} from requests.video
     where id = :id and user_id = :userId and deleted_at is null`,
    name,
  );
}
