import { setTimeout as pause } from 'node:timers/promises';
import { GatewayError } from '@tollgate/contract/error-codes';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { Failure } from '@tollgate/providers/adapter/adapter';
import type { Timers } from '@tollgate/runtime/timers';
import { callTotalMs } from '../plan.ts';
import type { AnswerSink } from '../call.ts';
import type { CredentialPool, Tried } from '../credentials/credential-pool.ts';
import { countFailed } from '../record/metrics.ts';
import { placeHold } from '../money/hold.ts';
import type { HoldDeps } from '../money/hold.ts';
import { bookFailed } from '../money/losses.ts';
import type { LossBook } from '../money/losses.ts';
import type { Plan } from '../plan.ts';
import { countTry, noteTry } from '../record/record.ts';
import type { TryLog } from '../record/record.ts';
import type { Served } from './served.ts';

/**
 * The pause before a target is tried again, in milliseconds; it doubles with each further time,
 * with up to as much by chance.
 */
const RETRY_PAUSE_MS = 100;
/**
 * A target that asks for a longer pause than this, in seconds, is not worth waiting for while
 * others are left.
 */
const RETRY_AFTER_SECONDS_MAX = 2;

export interface ServeFirstDeps extends HoldDeps {
  losses: LossBook;
  pool: CredentialPool;
  timers: Timers;
}

/**
 * Takes the first target that serves the call, and tries each one as often as an alias allows. The
 * next target is tried only while nothing has left for the caller, the request was not at fault,
 * and the whole time of the call is not over. No other file tries again. Once the caller has left,
 * nothing is tried again, and no failure counts against a credential, because we hung up ourselves.
 * @throws ProviderError of the last target that was tried
 */
export async function serveFirst<Planned extends Plan>(
  deps: ServeFirstDeps,
  given: { plans: readonly Planned[]; sink: AnswerSink; gone: AbortSignal; tries: TryLog },
  work: (plan: Planned) => Promise<Served>,
): Promise<Served> {
  const { plans, sink, gone, tries } = given;
  const [first] = plans;
  if (first === undefined) throw new TypeError('no target can serve the call');
  const deadlineMs = performance.now() + callTotalMs(first, deps.timers);
  const isOver = ({ failure }: ProviderError): boolean =>
    gone.aborted || !isWorthAnother(failure, sink) || performance.now() > deadlineMs;
  let reported: ProviderError | undefined;
  let newest: ProviderError | undefined;
  let before: Plan | undefined;
  let contextMin = 0;
  for (const plan of plans) {
    if (plan.target.contextTokens <= contextMin || !isDue(plan, newest)) continue;
    if (reported !== undefined && before !== undefined && !(await takeOver(deps, plan, before)))
      throw reported;
    const outcome = await take(
      deps,
      { ...plan, endsAtMs: deadlineMs },
      { gone, work, isOver, tries, plans },
    );
    if (!(outcome instanceof ProviderError)) return outcome;
    if (isOver(outcome)) throw outcome;
    if (outcome.failure.kind === 'context_length') contextMin = plan.target.contextTokens;
    newest = outcome;
    reported = moreUseful(reported, outcome);
    before = plan;
  }
  throw reported ?? new TypeError('no target has its turn');
}

/** Whether a plan has its turn after the newest failure. */
function isDue({ after }: Plan, newest: ProviderError | undefined): boolean {
  return after === undefined || newest?.failure.refusesSigned === true;
}

/**
 * The failure that a caller can do most with: the newest one that may pass, else one of the
 * prompt's length, else that of a target that is gone.
 */
function moreUseful(known: ProviderError | undefined, newest: ProviderError): ProviderError {
  if (known === undefined) return newest;
  return usefulness(newest) >= usefulness(known) ? newest : known;
}

function usefulness({ failure: { kind } }: ProviderError): number {
  if (kind === 'model_unavailable') return 0;
  return kind === 'context_length' || kind === 'rejected' ? 1 : 2;
}

/**
 * Tries one target, as often as it allows.
 * @returns what was served, or the last failure of the provider
 */
async function take<Planned extends Plan>(
  deps: ServeFirstDeps,
  plan: Planned,
  given: {
    gone: AbortSignal;
    work: (plan: Planned) => Promise<Served>;
    isOver: (failed: ProviderError) => boolean;
    tries: TryLog;
    plans: readonly Planned[];
  },
): Promise<Served | ProviderError> {
  const { gone, work, isOver } = given;
  for (let count = 1; ; count += 1) {
    const end = noteTry(given.tries, plan, given.plans);
    const tried = triedBy(plan);
    if (tried !== null) deps.pool.sends(tried, plan.caller.key.ownerId);
    try {
      const served = await work(plan);
      const { failure } = served;
      note(deps.pool, plan, { failure, isGone: gone.aborted, tookMs: end(failure) });
      if (failure === null && typeof served.beganAfterMs === 'number') {
        deps.pool.answered(plan.target.modelId, plan.caller.key.ownerId, served.beganAfterMs);
      }
      return served;
    } catch (thrown) {
      bookFailed(deps.losses, plan, thrown);
      if (!(thrown instanceof ProviderError)) throw thrown;
      const { failure } = thrown;
      note(deps.pool, plan, { failure, isGone: gone.aborted, tookMs: end(failure) });
      if (count > plan.target.retries || isOver(thrown)) return thrown;
      if (!(await waitFor(thrown.failure, count, gone))) return thrown;
    }
  }
}

/**
 * Waits before the same target is tried again.
 * @returns false where that would not help, or not soon
 */
async function waitFor(
  { kind, retryAfterSeconds = 0 }: Failure,
  tries: number,
  gone: AbortSignal,
): Promise<boolean> {
  const isPassing = kind === 'overloaded' || kind === 'unavailable' || kind === 'rate_limited';
  if (!isPassing || retryAfterSeconds > RETRY_AFTER_SECONDS_MAX) return false;
  const backoff = RETRY_PAUSE_MS * 2 ** (tries - 1) * (1 + Math.random());
  return pause(Math.max(retryAfterSeconds * 1_000, backoff), true, { signal: gone }).catch(
    () => false,
  );
}

/**
 * A target at another price needs a hold of its own, which replaces the one before.
 * @returns false when the wallet or billing refuses this hold: the caller then gets the provider's
 *   error
 */
async function takeOver(deps: HoldDeps, plan: Plan, before: Plan): Promise<boolean> {
  if (plan.attempt === before.attempt) return true;
  try {
    await placeHold(deps, plan);
    return true;
  } catch (error) {
    if (error instanceof GatewayError) return false;
    throw error;
  }
}

/** What became of one try. */
function note(
  pool: CredentialPool,
  plan: Plan,
  { failure, isGone, tookMs }: { failure: Failure | null; isGone: boolean; tookMs: number },
): void {
  if (failure !== null && !isGone) countFailed(plan, failure.kind, tookMs);
  countTry(plan, isGone ? 'gone' : (failure?.kind ?? null));
  if (!isGone) report(pool, plan, failure);
}

function report(pool: CredentialPool, plan: Plan, failure: Failure | null): void {
  const tried = triedBy(plan);
  if (tried === null) return;
  if (failure === null) pool.succeeded(tried);
  else pool.failed(tried, plan.caller.key.ownerId, failure);
}

/** Null for the sandbox, which has no credential. */
function triedBy({ target: { credential, modelId } }: Plan): Tried | null {
  return credential === null ? null : { credentialId: credential.id, modelId };
}

/**
 * A request that one provider refuses is refused by the others too, and an answer that has begun
 * cannot change its model. A longer context may take what was too long.
 */
function isWorthAnother({ kind, refusesSigned }: Failure, sink: AnswerSink): boolean {
  return (kind !== 'rejected' || refusesSigned === true) && !sink.hasBegun();
}
