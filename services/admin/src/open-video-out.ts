import type { PlatformVideoOut } from '@tollgate/contract/platform/videos';
import { formatCredits } from '@tollgate/money/credits';
import type { OpenVideo } from '@tollgate/requests/videos/open-video-queries';
import { encodeId } from '@tollgate/runtime/ids';
import type { NamedIds, Names } from './names.ts';

/** The ids of a film that people know by names. */
export const namedInFilm = ({ userId, apiKeyId }: OpenVideo): NamedIds[] => [
  { user: userId, key: apiKeyId },
];

/** A film that has not ended, as administrators see one. */
export function openVideoOut(film: OpenVideo, names: Names): PlatformVideoOut {
  return {
    video_id: encodeId('vid', film.id),
    user_id: encodeId('usr', film.userId),
    user_email: names.email(film.userId),
    key_id: encodeId('key', film.apiKeyId),
    key_name: names.key(film.apiKeyId)?.name ?? null,
    mode: film.mode,
    request_id: film.requestId,
    model: film.model,
    state: film.state,
    tries: film.tries,
    job: film.job,
    created_at: film.createdAt.toISOString(),
    submitted_at: film.submittedAt?.toISOString() ?? null,
    due_at: film.dueAt.toISOString(),
    gives_up_at: film.givesUpAt.toISOString(),
    held_credits: film.heldNano === null ? null : formatCredits(BigInt(film.heldNano)),
  };
}
