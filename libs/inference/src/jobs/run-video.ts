import { claimVideo } from '@tollgate/requests/videos/video-work.queries';
import type { ClaimedVideo } from '@tollgate/requests/videos/video-work.queries';
import { inRequest } from '@tollgate/runtime/request-scope';
import { begin } from './begin-video.ts';
import { lookUp } from './find-video.ts';
import { follow } from './follow-video.ts';
import { LostVideoError, openWork } from './video-work.ts';
import type { RunVideoDeps, VideoWork } from './video-work.ts';

export type { RunVideoDeps } from './video-work.ts';

/** Claims the video that is due longest; null when none is. */
export function claimDueVideo(
  { db, timers }: Pick<RunVideoDeps, 'db' | 'timers'>,
  worker: string,
): Promise<ClaimedVideo | null> {
  return claimVideo(db, { worker, leaseMs: timers.lease });
}

/**
 * Takes a claimed video one step further: has it begun, asks for it, or fetches and charges it.
 * What a worker writes that has lost its claim is refused.
 * @throws what keeps it from going on now, such as billing being away; another claim then takes the
 *   same step
 */
export async function runVideo(deps: RunVideoDeps, claimed: ClaimedVideo): Promise<void> {
  try {
    await inRequest({ requestId: claimed.requestId }, () => step(deps, openWork(deps, claimed)));
  } catch (error) {
    if (!(error instanceof LostVideoError)) throw error;
  }
}

async function step(deps: RunVideoDeps, work: VideoWork): Promise<void> {
  const { state } = work.claimed;
  if (state === 'queued') return begin(deps, work);
  return state === 'submitting' ? lookUp(deps, work) : follow(deps, work);
}
