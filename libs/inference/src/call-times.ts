import type { CallLimits } from '@tollgate/providers/call';
import type { Timers } from '@tollgate/runtime/timers';
import type { Plan } from './plan.ts';
import type { Way } from './resolve.ts';

/** The parts of a plan that decide how long its call may take. */
type Timed = Pick<Plan, 'endsAtMs'> & {
  way: Pick<Way, 'family'>;
  resolved: { contract: { dimensions: readonly string[] } };
};

/**
 * How long one call of a provider may take. A stream has to begin within the limit to the first byte: the longest for providers that load models into
 * memory, a longer one for models that reason. A whole answer sends nothing before its end, so it may take the time of the whole call.
 */
export function limitsFor(plan: Timed, streams: boolean, timers: Timers): CallLimits {
  const leftMs = plan.endsAtMs === undefined ? Infinity : plan.endsAtMs - performance.now();
  const totalMs = Math.max(1, Math.min(timers.callTotal, leftMs));
  const firstByteMs = streams ? firstByteOf(plan, timers) : totalMs;
  return { firstByteMs: Math.min(firstByteMs, totalMs), idleMs: timers.streamIdle, totalMs };
}

function firstByteOf({ way, resolved }: Timed, timers: Timers): number {
  if (way.family.loadsModels === true) return timers.firstByteLoading;
  const thinks = resolved.contract.dimensions.includes('reasoning');
  return thinks ? timers.firstByteReasoning : timers.firstByte;
}
