import { GatewayError } from '@tollgate/contract/error-codes';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { Failure } from '@tollgate/providers/adapter/adapter';
import { keepJob, postponeLookup } from '@tollgate/requests/videos/video-work.queries';
import { fail, unknownOutcome } from './end-video.ts';
import type { VideoPlan } from '../video/plan-video.ts';
import { begunPlan, LostVideoError, whileMine } from './video-work.ts';
import type { RunVideoDeps, VideoWork } from './video-work.ts';

/** By how much the clocks of two houses may differ. */
const CLOCKS_DIFFER_MS = 600_000;

/**
 * A video whose provider was called and whose name is not known: the process that called is gone,
 * or no answer came. Such a video is looked up by our token where the provider keeps a list, and is
 * never begun again. Where there is no list, nobody knows what became of the call: the video ends.
 */
export async function lookUp(deps: RunVideoDeps, work: VideoWork): Promise<void> {
  const plan = await begunPlan(deps, work);
  if (plan === null || work.claimed.over || !deps.videos.canFind(plan.target)) {
    if (plan !== null) deps.losses.book({ plan, reason: 'failed', usage: null, charged: 0n });
    await fail(deps, work, { error: unknownOutcome(), plan });
    return;
  }
  try {
    await look(deps, work, plan);
  } catch (thrown) {
    if (!(thrown instanceof ProviderError)) throw thrown;
    deps.logger.warn({ error: thrown, op: work.claimed.id }, 'a video is looked up again');
    await waitForName(deps, work, thrown.failure);
  }
}

async function look(deps: RunVideoDeps, work: VideoWork, plan: VideoPlan): Promise<void> {
  const { id, claims, sinceMs, createdAt } = work.claimed;
  const since = new Date(createdAt.getTime() - CLOCKS_DIFFER_MS);
  const found = await whileMine(deps, work, () =>
    deps.videos.find(plan.target, { token: id, since }),
  );
  if (found !== null) {
    const pauseMs = deps.timers.videoPoll;
    if (!(await keepJob(deps.db, { id, claims, job: found, pauseMs }))) throw new LostVideoError();
  } else if ((sinceMs ?? 0) > deps.timers.videoUnlisted) {
    await fail(deps, work, { error: neverBegun(), plan });
  } else {
    await waitForName(deps, work, null);
  }
}

/** Lets a video wait until its provider's list is looked at (again). @throws LostVideoError */
export async function waitForName(
  { db, timers }: RunVideoDeps,
  { claimed: { id, claims, tries } }: VideoWork,
  failure: Failure | null,
): Promise<void> {
  const wantedMs = (failure?.retryAfterSeconds ?? 0) * 1_000;
  const pauseMs = Math.max(wantedMs, Math.min(timers.videoPollMax, timers.videoPoll * (tries + 1)));
  if (!(await postponeLookup(db, { id, claims, pauseMs }))) throw new LostVideoError();
}

function neverBegun(): GatewayError {
  return new GatewayError(
    'upstream_unavailable',
    'The provider never began the video. Nothing was charged.',
  );
}
