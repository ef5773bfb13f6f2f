import type { PlatformVideoOut } from '@tollgate/contract/platform/videos';
import { formatCredits } from '@tollgate/money/credits';
import type { OpenVideo } from '@tollgate/requests/videos/video-open.queries';
import { encodeId } from '@tollgate/runtime/ids';
import type { NamedIds, Names } from './names.ts';

/** The ids of a video that people know by names. */
export const namedInVideo = ({ userId, apiKeyId }: OpenVideo): NamedIds[] => [
  { user: userId, key: apiKeyId },
];

/** A video that has not ended, as administrators see one. */
export function openVideoOut(video: OpenVideo, names: Names): PlatformVideoOut {
  return {
    video_id: encodeId('vid', video.id),
    user_id: encodeId('usr', video.userId),
    user_email: names.email(video.userId),
    key_id: encodeId('key', video.apiKeyId),
    key_name: names.key(video.apiKeyId)?.name ?? null,
    mode: video.mode,
    request_id: video.requestId,
    model: video.model,
    state: video.state,
    tries: video.tries,
    job: video.job,
    created_at: video.createdAt.toISOString(),
    submitted_at: video.submittedAt?.toISOString() ?? null,
    due_at: video.dueAt.toISOString(),
    gives_up_at: video.givesUpAt.toISOString(),
    held_credits: video.heldNano === null ? null : formatCredits(BigInt(video.heldNano)),
  };
}
