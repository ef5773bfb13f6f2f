import type { PlatformVideoOut } from '@tollgate/contract/platform/videos';
import { formatCredits } from '@tollgate/money/credits';
import type { OpenVideo } from '@tollgate/requests/videos/open-video-queries';
import { encodeId } from '@tollgate/runtime/ids';

/** A film that has not ended, as administrators see one. */
export function openVideoOut(film: OpenVideo): PlatformVideoOut {
  return {
    video_id: encodeId('vid', film.id),
    user_id: encodeId('usr', film.userId),
    key_id: encodeId('key', film.apiKeyId),
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
