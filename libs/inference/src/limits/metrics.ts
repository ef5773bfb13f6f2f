import { counter, gauge } from '@tollgate/telemetry/metrics';
import { AWAY_REASONS } from './away-reason.ts';
import type { AwayReason } from './away-reason.ts';

const limiterIsLocal = gauge({
  name: 'limiter_is_local',
  help: '1 while limits are counted in this process because Redis is away.',
  labels: [],
});
const limiterFailures = counter({
  name: 'limiter_failures_total',
  help: 'Commands and looks that Redis did not answer with a count, by reason.',
  labels: ['reason'],
  words: { reason: AWAY_REASONS },
});

/** Notes where limits are counted. */
export function noteLimiter({ isLocal }: { isLocal: boolean }): void {
  limiterIsLocal.set([], isLocal ? 1 : 0);
}

/** Counts a failure of the shared store of limits. */
export function countAway(reason: AwayReason): void {
  limiterFailures.add([reason]);
}
