import { poll } from '@tollgate/runtime/timers';
import { countAway, noteLimiter } from './metrics.ts';
import { awayReason } from './away-reason.ts';
import type { LimiterDeps, LimiterState as State } from './limiter-state.ts';
import { inTime } from './patience.ts';

/** The most looks that are left out after one that the store refused. */
const PAUSE_LOOKS_MAX = 9;
/** How often a report to the store is followed by another, of what was counted meanwhile. */
const OWED_ROUNDS_MAX = 3;
/** The most corrections of one command. */
const CORRECTIONS_MAX = 500;

/** Counts in this process from now on, until a look finds that the shared store counts again. */
export function goLocal(deps: LimiterDeps, state: State, error: unknown): void {
  if (state.isAway) return;
  state.isAway = true;
  state.pause = { left: 0, length: 0 };
  noteLimiter({ isLocal: true });
  reportAway(deps, state, error);
  const probe = poll({
    everyMs: deps.probeEveryMs,
    async look() {
      if (!state.isAway || isPausing(state)) return;
      await inTime(deps.probe(), deps.patienceMs);
      await reportOwed(deps, state);
      state.isAway = false;
      noteLimiter({ isLocal: false });
      probe.stop();
      deps.logger.info('limits are shared again');
    },
    failed: (failure) => {
      reportAway(deps, state, failure);
      lengthenPause(state, failure);
    },
  });
  state.probe = probe;
}

function isPausing({ pause }: State): boolean {
  pause.left -= 1;
  return pause.left >= 0;
}

/**
 * A store that refuses commands, as one that is full does, is asked less and less often; one that
 * is gone may be back at any time.
 */
function lengthenPause({ pause }: State, failure: unknown): void {
  if (awayReason(failure).reason !== 'refused_command') return;
  pause.length = Math.min(PAUSE_LOOKS_MAX, pause.length * 2 + 1);
  pause.left = pause.length;
}

/**
 * Reports to the shared store what was counted in this process meanwhile, and which of its calls
 * still run.
 */
async function reportOwed({ shared, local, patienceMs }: LimiterDeps, state: State): Promise<void> {
  for (let round = 0; round < OWED_ROUNDS_MAX; round += 1) {
    const owed = local.takeOwed();
    if (owed.length === 0) break;
    for (let from = 0; from < owed.length; from += CORRECTIONS_MAX) {
      await inTime(shared.correct('owed', owed.slice(from, from + CORRECTIONS_MAX)), patienceMs);
    }
  }
  for (const [id, keys] of state.runningAlone) {
    state.running.set(id, keys);
    await inTime(shared.renew(id, keys), patienceMs);
  }
  state.runningAlone.clear();
}

function reportAway(deps: LimiterDeps, state: State, error: unknown): void {
  countAway(awayReason(error).reason);
  deps.onAway?.();
  state.report(error, 'limits are counted in this process until redis counts again');
}
