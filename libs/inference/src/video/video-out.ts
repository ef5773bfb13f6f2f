import type { Video } from '@tollgate/contract/video';
import { formatCredits } from '@tollgate/money/credits';
import { sizeOf } from '@tollgate/providers/adapter/video-terms';
import type { VideoFacts, VideoRow, VideoTerms } from '@tollgate/requests/videos/video.queries';
import { encodeId } from '@tollgate/runtime/ids';

const MS_PER_SECOND = 1_000;
const WHOLE = 100;

/** A video as its owner sees it. */
export function videoOut(row: VideoRow): Video {
  const { terms, chargedNano } = row;
  const { resolution, aspectRatio } = terms;
  const facts = row.state === 'completed' ? row.mediaFacts : null;
  return {
    id: encodeId('vid', row.id),
    object: 'video',
    model: row.model,
    status: statusOf(row),
    progress: row.state === 'completed' ? WHOLE : (row.percent ?? 0),
    created_at: secondsOf(row.createdAt),
    completed_at: row.state === 'completed' ? secondsOrNull(row.finishedAt) : null,
    expires_at: row.mediaBytes === null ? null : secondsOrNull(row.expiresAt),
    media_id: encodeId('med', row.id),
    error: errorOf(row),
    seconds: String(facts === null ? terms.seconds : wholeSeconds(facts)),
    size: facts === null ? askedSize(terms) : `${facts.width}x${facts.height}`,
    resolution,
    aspect_ratio: aspectRatio,
    generate_audio: terms.sound,
    prompt: null,
    remixed_from_video_id: null,
    usage: row.usage,
    cost: chargedNano === null ? null : formatCredits(BigInt(chargedNano)),
  };
}

/** The seconds that a video is paid by. */
export function wholeSeconds({ seconds }: VideoFacts): number {
  return Math.max(1, Math.round(seconds));
}

function askedSize({ resolution, aspectRatio }: VideoTerms): string | null {
  return aspectRatio === null ? null : sizeOf(resolution, aspectRatio);
}

/** Whether a video has a file that can be fetched now. */
export function hasFile({ state, mediaBytes, over }: VideoRow): boolean {
  return state === 'completed' && mediaBytes !== null && !over;
}

/** Callers never see that the state of a video is unknown: for them the video goes on. */
function statusOf(row: VideoRow): Video['status'] {
  if (row.state === 'queued') return 'queued';
  if (row.state === 'failed') return 'failed';
  if (row.state === 'completed') return hasFile(row) ? 'completed' : 'expired';
  return 'in_progress';
}

function errorOf({ errorCode, errorMessage }: VideoRow): Video['error'] {
  return errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' };
}

function secondsOf(moment: Date): number {
  return Math.floor(moment.getTime() / MS_PER_SECOND);
}

function secondsOrNull(moment: Date | null): number | null {
  return moment === null ? null : secondsOf(moment);
}
