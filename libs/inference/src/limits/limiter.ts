import { newUuid } from '@tollgate/runtime/ids';
import type { Logger } from '@tollgate/runtime/logger';
import { outsideRequests } from '@tollgate/runtime/request-scope';
import { noteLimiter } from '../metrics.ts';
import type { Check, Correction, LimitStore, Taken } from './store.ts';

/** What a call has taken, to be put right at its end. */
export interface Charge extends Taken {
  /** Counted in the shared store, so that any process may correct it. */
  isShared: boolean;
  /** Gives slots back or corrects counts where they were taken. Never rejects and need not be waited for. */
  correct(corrections: readonly Correction[]): Promise<void>;
}

/** Counts calls against limits. */
export interface Limiter {
  /** Checks all, then charges all. */
  take(checks: readonly Check[]): Promise<Charge>;
  stop(): void;
}

/** What a limiter works with. */
export interface LimiterDeps {
  /** Shared by all replicas. */
  shared: LimitStore;
  /** This process alone, while the shared one is away. */
  local: LimitStore;
  /** Resolves when the shared store answers. */
  ping(): Promise<unknown>;
  logger: Logger;
  /** Between two looks whether the shared store is back, in milliseconds. */
  probeEveryMs: number;
  /** Between two renewals of the slots that are taken, in milliseconds. */
  renewEveryMs: number;
}

interface State {
  isAway: boolean;
  probe: NodeJS.Timeout | undefined;
  /** Slots of the calls that run, by call; those of the shared store only. */
  running: Map<string, readonly string[]>;
}

/**
 * Counts in the shared store and, from its first failure until it answers again, in this process. Whoever calls meanwhile
 * waits for nothing: a probe of its own looks whether the store is back.
 */
export function createLimiter(deps: LimiterDeps): Limiter {
  const state: State = { isAway: false, probe: undefined, running: new Map() };
  const renewal = setInterval(() => renewAll(deps, state), deps.renewEveryMs);
  renewal.unref();
  noteLimiter({ isLocal: false });
  return {
    async take(checks) {
      const id = newUuid();
      if (state.isAway) return takeLocally(deps, id, checks);
      try {
        const taken = await deps.shared.take(id, checks);
        if (taken.refused === null) rememberSlots(state, id, checks);
        const correct: Charge['correct'] = (list) => correctShared(deps, state, { id, list });
        return { ...taken, isShared: true, correct };
      } catch (error) {
        goLocal(deps, state, error);
        return takeLocally(deps, id, checks);
      }
    },
    stop() {
      clearInterval(renewal);
      clearInterval(state.probe);
    },
  };
}

async function takeLocally(
  { local }: LimiterDeps,
  id: string,
  checks: readonly Check[],
): Promise<Charge> {
  const taken = await local.take(id, checks);
  return { ...taken, isShared: false, correct: (list) => local.correct(id, list) };
}

function rememberSlots(state: State, id: string, checks: readonly Check[]): void {
  const slots = checks.filter(({ kind }) => kind === 'slots').map(({ key }) => key);
  if (slots.length > 0) state.running.set(id, slots);
}

/** While the store is away its slots run out by themselves. */
async function correctShared(
  deps: LimiterDeps,
  state: State,
  { id, list }: { id: string; list: readonly Correction[] },
): Promise<void> {
  if (list.some(({ kind }) => kind === 'slots')) state.running.delete(id);
  if (state.isAway || list.length === 0) return;
  try {
    await deps.shared.correct(id, list);
  } catch (error) {
    goLocal(deps, state, error);
  }
}

function renewAll(deps: LimiterDeps, state: State): void {
  if (state.isAway) return;
  for (const [id, keys] of state.running) {
    deps.shared.renew(id, keys).catch((error: unknown) => goLocal(deps, state, error));
  }
}

function goLocal(deps: LimiterDeps, state: State, error: unknown): void {
  if (state.isAway) return;
  state.isAway = true;
  noteLimiter({ isLocal: true });
  deps.logger.warn({ error }, 'limits are counted in this process until redis is back');
  const look = (): void => {
    deps.ping().then(
      () => {
        if (!state.isAway) return;
        state.isAway = false;
        noteLimiter({ isLocal: false });
        clearInterval(state.probe);
        deps.logger.info('limits are shared again');
      },
      () => undefined,
    );
  };
  state.probe = outsideRequests(() => setInterval(look, deps.probeEveryMs));
  state.probe.unref();
}
