import type { Reservation } from '@tollgate/contract/billing';
import { asGatewayError, GatewayError } from '@tollgate/contract/error-codes';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { Failure } from '@tollgate/providers/adapter/adapter';
import {
  keepJob,
  markSubmitting,
  requeueVideo,
} from '@tollgate/requests/videos/video-work.queries';
import { indeterminate } from './dispatch-stored.ts';
import { pinPlans } from '../async/pin-plans.ts';
import { toGatewayError } from '../record/failures.ts';
import { bookFailed } from '../money/losses.ts';
import { countTry, noteTry } from '../record/record.ts';
import { fail, unknownOutcome } from './end-video.ts';
import { waitForName } from './find-video.ts';
import { planVideo } from '../video/plan-video.ts';
import type { VideoPlan } from '../video/plan-video.ts';
import { videoCall, LostVideoError, whileMine } from './video-work.ts';
import type { RunVideoDeps, VideoWork } from './video-work.ts';

const AGAIN_MS = 1_000;
const AGAIN_MS_MAX = 60_000;
/** A model that was there when the video was accepted may not have come to this process yet. */
const CATALOG_LAG_MS = 5_000;
/** Statuses with which a provider says that it has not begun. */
const NOT_BEGUN: ReadonlySet<number> = new Set([429, 503, 529]);

/**
 * Has a video begun, once. The mark that its provider is about to be called is written before the
 * call, so that a video that a provider may have begun is never begun again: whatever becomes of
 * this process, a further claim finds the mark.
 */
export async function begin(deps: RunVideoDeps, work: VideoWork): Promise<void> {
  if (work.claimed.over || work.claimed.ageMs > deps.timers.asyncQueue) {
    await fail(deps, work, { error: waitedTooLong(), plan: null });
    return;
  }
  let plan: VideoPlan;
  try {
    plan = await planOf(deps, work);
  } catch (thrown) {
    if (!(thrown instanceof GatewayError) || OURS.has(thrown.code)) throw thrown;
    await again(deps, work, { error: asGatewayError(thrown), plan: null });
    return;
  }
  await submit(deps, work, plan);
}

const OURS = new Set<string>(['billing_unavailable', 'service_unavailable', 'internal_error']);

/**
 * The plan under what was accepted, with the existing hold.
 * @throws GatewayError
 */
async function planOf(deps: RunVideoDeps, work: VideoWork): Promise<VideoPlan> {
  const { claimed, stored, request } = work;
  const held = stored.pins.length === 0 ? null : await standingHold(deps, claimed.id);
  const caller = { ...stored.caller, mode: claimed.mode };
  const fresh = planVideo(
    { catalog: deps.catalog(), pool: deps.pool, random: Math.random },
    { opId: claimed.id, attempt: 1, caller, request, maxCredits: null },
  );
  const { plans, isHeld } = pinPlans(fresh, stored, held);
  const plan = plans[claimed.tries % Math.max(1, plans.length)];
  if (plan !== undefined && isHeld) return plan;
  throw new GatewayError(
    'model_unavailable',
    'The model of this video is no longer available. Nothing was charged.',
    { param: 'model' },
  );
}

async function standingHold({ billing }: RunVideoDeps, opId: string): Promise<Reservation> {
  const holds = await billing.reservations(opId);
  const standing = holds.find(({ state }) => state === 'held');
  if (standing === undefined) throw indeterminate('the hold of the video is closed');
  return standing;
}

async function submit(deps: RunVideoDeps, work: VideoWork, plan: VideoPlan): Promise<void> {
  const { id, claims } = work.claimed;
  const { target, attempt } = plan;
  const credentialId = target.credential?.id ?? null;
  const kept = { modelId: target.modelId, credentialId, attempt };
  if (!(await markSubmitting(deps.db, { id, claims, target: kept }))) throw new LostVideoError();
  const end = noteTry(work.subject.log, plan);
  let job: string;
  try {
    job = await whileMine(deps, work, () => deps.videos.begin(target, videoCall(plan)));
  } catch (thrown) {
    if (!(thrown instanceof ProviderError)) throw thrown;
    end(thrown.failure);
    await afterFailure(deps, work, { plan, thrown });
    return;
  }
  end(null);
  note(deps, plan, null);
  const mine = await keepJob(deps.db, { id, claims, job, pauseMs: deps.timers.videoPoll });
  if (!mine) throw new LostVideoError();
}

/** Kinds of failures after which the provider has begun nothing and another try cannot help. */
const REFUSED: ReadonlySet<Failure['kind']> = new Set([
  'rejected',
  'context_length',
  'model_unavailable',
]);

async function afterFailure(
  deps: RunVideoDeps,
  work: VideoWork,
  { plan, thrown }: { plan: VideoPlan; thrown: ProviderError },
): Promise<void> {
  const { failure } = thrown;
  note(deps, plan, failure);
  if (isNotBegun(failure)) {
    await again(deps, work, { error: toGatewayError(failure, thrown), plan });
    return;
  }
  const isKnown = REFUSED.has(failure.kind);
  if (!isKnown && deps.videos.canFind(plan.target)) {
    await waitForName(deps, work, failure);
    return;
  }
  bookFailed(deps.losses, plan, thrown);
  const error = isKnown ? toGatewayError(failure, thrown) : unknownOutcome();
  await fail(deps, work, { error, plan });
}

/** Whether the provider has said that it has not begun, or has not received the video. */
function isNotBegun({ kind, status }: Failure): boolean {
  if (status !== undefined) return kind === 'credential' || NOT_BEGUN.has(status);
  return kind === 'unavailable';
}

/** Another try where that may help and there is time; the end of the video otherwise. */
async function again(
  deps: RunVideoDeps,
  work: VideoWork,
  { error, plan }: { error: GatewayError; plan: VideoPlan | null },
): Promise<void> {
  const { id, claims, tries, ageMs } = work.claimed;
  const isNews = error.code === 'model_unavailable' && ageMs < CATALOG_LAG_MS;
  if (!(error.retry || isNews) || ageMs > deps.timers.asyncQueue) {
    await fail(deps, work, { error, plan });
    return;
  }
  const wantedMs = (error.retryAfterSeconds ?? 0) * 1_000;
  const pauseMs = Math.min(AGAIN_MS_MAX, Math.max(wantedMs, AGAIN_MS * 2 ** Math.min(tries, 6)));
  if (!(await requeueVideo(deps.db, { id, claims, pauseMs }))) throw new LostVideoError();
}

function note({ pool }: RunVideoDeps, plan: VideoPlan, failure: Failure | null): void {
  countTry(plan, failure?.kind ?? null);
  const { credential, modelId } = plan.target;
  if (credential === null) return;
  const tried = { credentialId: credential.id, modelId };
  if (failure === null) pool.succeeded(tried);
  else pool.failed(tried, plan.caller.key.ownerId, failure);
}

function waitedTooLong(): GatewayError {
  return new GatewayError(
    'service_timeout',
    'The video waited too long for its turn and was given up. Nothing was charged.',
  );
}
