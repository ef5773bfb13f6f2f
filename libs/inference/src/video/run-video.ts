import { claimVideo } from '@tollgate/requests/videos/video-work-queries';
import type { ClaimedVideo } from '@tollgate/requests/videos/video-work-queries';
import { inRequest } from '@tollgate/runtime/request-scope';
import { begin, unknownOutcome } from './begin-video.ts';
import { fail } from './end-video.ts';
import { follow } from './follow-video.ts';
import { begunPlan, LostVideoError, openWork } from './video-work.ts';
import type { RunVideoDeps, VideoWork } from './video-work.ts';

export type { RunVideoDeps } from './video-work.ts';

/** Claims the film that is due longest; null when none is. */
export function claimDueVideo(
  { db, timers }: Pick<RunVideoDeps, 'db' | 'timers'>,
  worker: string,
): Promise<ClaimedVideo | null> {
  return claimVideo(db, { worker, leaseMs: timers.lease });
}

/**
 * Takes a claimed film one step further: has it begun, asks for it, or fetches and charges it. What a worker writes that has lost its
 * claim is refused.
 * @throws what keeps it from going on now, such as billing being away; another claim then takes the same step
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
  if (state !== 'submitting') return follow(deps, work);
  // The process that was about to call the provider, or had called it, is gone with the name of the film.
  const plan = await begunPlan(deps, work);
  if (plan !== null) deps.losses.book({ plan, reason: 'failed', usage: null, charged: 0n });
  return fail(deps, work, { error: unknownOutcome(), plan });
}
