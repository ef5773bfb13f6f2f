import type { CallLimits } from '@tollgate/providers/call';
import type { Timers } from '@tollgate/runtime/timers';
import type { Plan } from './plan.ts';
import type { Target } from './resolve.ts';

/** The parts of a plan that decide how long its call may take. */
type Timed = Pick<Plan, 'endsAtMs'> & {
  target: Pick<Target, 'family' | 'times'>;
  resolved: { contract: { dimensions: readonly string[] } };
};

/**
 * How long one call of a provider may take. A stream has to begin within the limit to the first byte: the longest for providers that load models into
 * memory, a longer one for models that reason. A whole answer sends nothing before its end, so it may take the time of the whole call. The narrowest limit
 * that is set holds: the model's, the credential's, the installation's.
 */
export function limitsFor(plan: Timed, streams: boolean, timers: Timers): CallLimits {
  const leftMs = plan.endsAtMs === undefined ? Infinity : plan.endsAtMs - performance.now();
  const totalMs = Math.max(1, Math.min(totalMsOf(plan.target, timers), leftMs));
  const firstByteMs = streams ? firstByteOf(plan, timers) : totalMs;
  return { firstByteMs: Math.min(firstByteMs, totalMs), idleMs: timers.streamIdle, totalMs };
}

/** How long a call may take on all its targets together: as long as the slowest of them alone. Holds live for this time and their margin. */
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
