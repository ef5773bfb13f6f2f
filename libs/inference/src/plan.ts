import { GatewayError } from '@tollgate/contract/error-codes';
import type { RequestContract } from '@tollgate/contract/request-contract';
import type { ToolRuns } from '@tollgate/contract/server-tools';
import type { Refusal } from '@tollgate/providers/adapter/refusal';
import type { InputTokens } from '@tollgate/providers/tokens/estimate';
import type { Caller } from './caller/caller.ts';
import { estimateCost } from './bounds/estimate.ts';
import type { MostUsed, Estimate } from './bounds/estimate.ts';
import type { OutputPolicy, PossibleUsage } from './bounds/output-policy.ts';
import type { Resolved, Target } from './catalogue/resolve.ts';
import type { CallLimits } from '@tollgate/providers/engine/call';
import type { ServiceTier } from '@tollgate/money/rating';
import type { Timers } from '@tollgate/runtime/timers';

/**
 * Everything that is decided about a call before anything is held or sent. Nothing in it changes
 * afterwards.
 */
export interface Plan {
  opId: string;
  attempt: number;
  caller: Caller;
  /** The name that was asked for. */
  resolved: Resolved;
  /** The target of this plan. */
  target: Target;
  /** Null where an answer has no length to decide about. */
  output: OutputPolicy | null;
  /**
   * The default effort of the key that was left out, because the model takes it but not together
   * with this request; else null.
   */
  effortLeftOut: Caller['key']['defaultReasoningEffort'];
  /**
   * Fields of the caller's request that carry a value and do not go to the provider, because they
   * cannot change an answer; as paths in the terms of the route.
   */
  ignored: readonly string[];
  /** Upper bound of the prompt that the hold is made of, in tokens. */
  inputBound: number;
  /**
   * The bound without the widening factor of the caller. This is charged where the provider
   * reported no count of the prompt.
   */
  promptBound: number;
  /**
   * The bound with the widening factor, before the worst count of the model: what lies above it is
   * an overrun, whatever was held.
   */
  usualBound: number;
  /** What no prompt exceeds, in tokens: more is no matter of its text. */
  mostInput: number;
  /**
   * The most that the provider can have used; more is not believed. Null where usage is not what
   * the provider reports.
   */
  possible: PossibleUsage | null;
  /** Images of the prompt. */
  images: number;
  /** The tier with prices of its own that the call is charged in; absent: none. */
  tier?: ServiceTier;
  /** The most that the provider runs for the answer; absent: nothing. */
  runs?: ToolRuns;
  /** Words of tiers that the answer may name, where the caller wants no others. */
  tiersWanted?: readonly string[];
  /**
   * The paths of content that another model has signed and that this target does not get; absent
   * where requests hold no such content.
   */
  signedLeftOut?: readonly string[];
  /**
   * Present where this plan has its turn only after the one before was refused for content that
   * another model has signed.
   */
  after?: 'refused_signed';
  /** Null for the sandbox: nothing is held and nothing is charged. */
  estimate: Estimate | null;
  /** The answer is too large to be kept for later: only a caller who waits gets it. */
  onlyWaited?: true;
  /**
   * When the call must be over, by `performance.now()`, so that a further target gets the time that
   * is left; absent before dispatch.
   */
  endsAtMs?: number;
  /** The caller's own ceiling, in nano-credits. */
  maxCredits: bigint | null;
}

/** Whether a target searches the web once for every answer, whatever the request says. */
export function alwaysSearches({ family, endpoint }: Pick<Target, 'family' | 'endpoint'>): boolean {
  return family.alwaysSearches?.(endpoint.upstreamModel) === true;
}

/** What a plan is made of. */
export interface PlanInput<Request> {
  opId: string;
  /** The number of the first hold. */
  attempt: number;
  caller: Caller;
  request: Request;
  maxCredits: bigint | null;
  /** The tier of all targets, whatever the request says; absent: as it says. */
  tier?: ServiceTier;
}

/** A target, with the attempt of the hold that covers it and what it may cost. */
export interface PlannedTarget {
  target: Target;
  attempt: number;
  estimate: Estimate | null;
}

/** The most that a prompt may come to at any of its targets. */
export function dearestInput(targets: readonly InputTokens[]): InputTokens {
  return {
    usual: Math.max(...targets.map(({ usual }) => usual)),
    bound: Math.max(...targets.map(({ bound }) => bound)),
    most: Math.max(...targets.map(({ most }) => most)),
  };
}

/** The bounds of a prompt to which a provider adds so many tokens. */
export function withTokens({ usual, bound, most }: InputTokens, tokens: number): InputTokens {
  return { usual: usual + tokens, bound: bound + tokens, most: most + tokens };
}

/**
 * The bound of a prompt for a caller: wider by the caller's factor, up to what no prompt exceeds.
 */
export function boundFor({ inputFactor = 1 }: Caller, { bound, most }: InputTokens): number {
  return Math.max(bound, Math.min(most, Math.ceil(bound * inputFactor)));
}

/** The bounds of a prompt in a plan. @param given.most what the longest context holds */
export function inputBounds(
  caller: Caller,
  { targets, prompt, most }: { targets: readonly Target[]; prompt: InputTokens; most: number },
): Pick<Plan, 'inputBound' | 'promptBound' | 'usualBound' | 'mostInput'> {
  const usualBound = Math.min(most, boundFor(caller, prompt));
  const promptBound = Math.min(most, prompt.bound);
  const inputBound = Math.min(most, heldFor(caller, targets, { usualBound, promptBound }));
  return { inputBound, promptBound, usualBound, mostInput: prompt.most };
}

/**
 * What a prompt is held at: its bound, and without a cap the worst count that was seen of any of
 * its models, while overruns of it go on. The worst count is meant for each token and beside them,
 * so that neither shorter nor longer prompts are held at less.
 */
export function heldFor(
  { heldModels }: Caller,
  targets: readonly Target[],
  { usualBound, promptBound }: Pick<Plan, 'usualBound' | 'promptBound'>,
): number {
  if (heldModels === undefined) return usualBound;
  return targets.reduce((most, { modelId }) => {
    const worst = heldModels[modelId];
    if (worst === undefined) return most;
    return Math.max(most, Math.ceil(promptBound * worst.ratio), promptBound + worst.excess);
  }, usualBound);
}

/**
 * The targets in their order. Targets of one model share a hold; another model, at another price,
 * gets the next attempt. Every hold is as large as that of the most expensive target, so that a
 * fallback never fails for want of credit.
 */
export function planTargets(
  targets: readonly Target[],
  firstAttempt: number,
  bound: MostUsed,
): PlannedTarget[] {
  const estimates = targets.map(({ price }) => estimateCost(bound, price));
  return planEstimated(targets, firstAttempt, estimates);
}

/**
 * Does what {@link planTargets} does with estimates that are known already.
 * @param estimates one for each target, in their order
 */
export function planEstimated(
  targets: readonly Target[],
  firstAttempt: number,
  estimates: readonly (Estimate | null)[],
): PlannedTarget[] {
  const amount = estimates.reduce(
    (most, one) => (one && one.amount > most ? one.amount : most),
    0n,
  );
  const models = [...new Set(targets.map(({ modelId }) => modelId))];
  return targets.map((target, index) => {
    const estimate = estimates[index] ?? null;
    return {
      target,
      attempt: firstAttempt + models.indexOf(target.modelId),
      estimate: estimate === null ? null : { ...estimate, amount },
    };
  });
}

/**
 * The plans of a call.
 * @throws GatewayError for one that is to be answered later, whose answer nobody could fetch then
 */
export function plansFor<Planned extends Plan>(
  plans: Planned[],
  { async: isLater }: { async: boolean },
): Planned[] {
  if (!isLater || plans.every(({ onlyWaited }) => onlyWaited !== true)) return plans;
  throw new GatewayError(
    'invalid_request',
    'Images are answered to a caller who waits. Leave the preference respond-async out.',
    { param: 'Prefer' },
  );
}

/** @throws GatewayError when the model does something else than the route is for */
export function assertCapability(
  resolved: Pick<Resolved, 'name' | 'contract'>,
  capability: RequestContract['capability'],
): void {
  if (resolved.contract.capability === capability) return;
  throw new GatewayError(
    'invalid_request',
    `The model "${resolved.name}" is for ${resolved.contract.capability}. GET /v1/models tells what each model does.`,
    { param: 'model' },
  );
}

/** @throws GatewayError `unsupported_parameter` for what a contract refuses */
export function assertAllowed(refusal: Refusal | null): void {
  if (refusal === null) return;
  throw new GatewayError('unsupported_parameter', refusal.message, { param: refusal.param });
}

/** The parts of a plan that decide how long its call may take. */
type Timed = Pick<Plan, 'endsAtMs'> & {
  target: Pick<Target, 'family' | 'times'>;
  resolved: { contract: { dimensions: readonly string[] } };
};

/**
 * How long one call of a provider may take. A stream has to begin within the limit to the first
 * byte: the longest for providers that load models into memory, a longer one for models that
 * reason. A whole answer sends nothing before its end, so it may take the time of the whole call.
 * The first limit that is set holds, of the alias, the model, the credential and the installation.
 */
export function limitsFor(plan: Timed, streams: boolean, timers: Timers): CallLimits {
  const leftMs = plan.endsAtMs === undefined ? Infinity : plan.endsAtMs - performance.now();
  const totalMs = Math.max(1, Math.min(totalMsOf(plan.target, timers), leftMs));
  const firstByteMs = streams ? firstByteOf(plan, timers) : totalMs;
  return { firstByteMs: Math.min(firstByteMs, totalMs), idleMs: timers.streamIdle, totalMs };
}

/**
 * How long a call may take on all its targets together: as long as the slowest of them alone. Holds
 * live for this time and their margin.
 */
export function callTotalMs(
  { resolved }: { resolved: { targets: readonly Pick<Target, 'times'>[] } },
  timers: Timers,
): number {
  return Math.max(...resolved.targets.map((target) => totalMsOf(target, timers)));
}

function totalMsOf({ times: { totalSeconds } }: Pick<Target, 'times'>, timers: Timers): number {
  return totalSeconds === null ? timers.callTotal : totalSeconds * timers.limitSecond;
}

function firstByteOf({ target, resolved }: Timed, timers: Timers): number {
  const { firstByteSeconds } = target.times;
  if (firstByteSeconds !== null) return firstByteSeconds * timers.limitSecond;
  if (target.family.loadsModels === true) return timers.firstByteLoading;
  const thinks = resolved.contract.dimensions.includes('reasoning');
  return thinks ? timers.firstByteReasoning : timers.firstByte;
}
