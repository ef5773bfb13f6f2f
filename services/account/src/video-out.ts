import type { VideoOut } from '@tollgate/contract/user-videos';
import { formatCredits } from '@tollgate/money/credits';
import type { VideoOfUser } from '@tollgate/requests/videos/video-of-user.queries';
import { encodeId } from '@tollgate/runtime/ids';

const WHOLE = 100;

/** A video as its owner sees it. */
export function videoOut(video: VideoOfUser): VideoOut {
  const { id, terms, finishedAt, errorCode } = video;
  const isOpen = finishedAt === null;
  return {
    id: encodeId('vid', id),
    state: stateOf(video),
    progress: video.state === 'completed' ? WHOLE : (video.percent ?? 0),
    mode: video.mode,
    model: video.model,
    api_key_id: encodeId('key', video.apiKeyId),
    request_id: video.requestId,
    // The record of a video has the video's own id.
    public_id: isOpen ? null : encodeId('req', id),
    seconds: terms.seconds,
    resolution: terms.resolution,
    aspect_ratio: terms.aspectRatio,
    generate_audio: terms.sound,
    error: errorCode === null ? null : { code: errorCode, message: video.errorMessage ?? '' },
    held: isOpen ? creditsIn(video.heldNano) : null,
    charged: creditsIn(video.chargedNano),
    file: fileOut(video),
    created_at: video.createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  };
}

/** Owners never see that the state of a video is unknown: for them the video goes on. */
function stateOf({ state }: VideoOfUser): VideoOut['state'] {
  return state === 'submitting' || state === 'working' || state === 'indeterminate'
    ? 'in_progress'
    : state;
}

function fileOut(video: VideoOfUser): VideoOut['file'] {
  const { isKept, mediaBytes, mediaFacts, expiresAt } = video;
  if (!isKept || mediaBytes === null) return null;
  return {
    bytes: Number(mediaBytes),
    seconds: mediaFacts?.seconds ?? null,
    width: mediaFacts?.width ?? null,
    height: mediaFacts?.height ?? null,
    kept_until: expiresAt?.toISOString() ?? null,
  };
}

function creditsIn(nano: string | null): string | null {
  return nano === null ? null : formatCredits(BigInt(nano));
}
