import { LRUCache } from 'lru-cache';
import { newUuid } from '@tollgate/runtime/ids';
import type { Logger } from '@tollgate/runtime/logger';
import { lookNowAndThen } from '@tollgate/runtime/timers';
import type { Looks } from '@tollgate/runtime/timers';
import { noteLimiter } from '../process-metrics.ts';
import type { Check, Correction, LimitStore, Seed, Taken } from './store.ts';

/** What a call has taken, to be put right at its end. */
export interface Charge extends Taken {
  /** Under which slots were taken. */
  id: string;
  /** Counted in the shared store, so that any process may correct it. */
  isShared: boolean;
  /** Gives slots back or corrects counts where they were taken. Never rejects and need not be waited for. */
  correct(corrections: readonly Correction[]): Promise<void>;
  /** Leaves the slots to whoever goes on with the call: they stay taken, and this process renews them no more. */
  leaveSlots(): void;
}

/** What has been used of limits of days and months, by the sums of the book. @throws when they cannot be read */
export type Spent = (checks: readonly Check[]) => Promise<Seed[]>;

/** Counts calls against limits. */
export interface Limiter {
  /** Checks all, then charges all. @param spent asked only for counts that are not known, as after a wipe */
  take(checks: readonly Check[], spent: Spent): Promise<Charge>;
  stop(): void;
}

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
  probe: Looks | undefined;
  /** Slots of the calls that run, by call; those of the shared store only. */
  running: Map<string, readonly string[]>;
  /** Days and months that this process has counted alone: the shared store does not know of it. */
  countedAlone: LRUCache<string, true>;
}

/** Days and months that a process remembers to have counted alone. */
const COUNTED_ALONE_MAX = 100_000;

/**
 * Counts in the shared store and, from the first failure of the store until it answers again, in this process. No call waits
 * for the store meanwhile: a probe looks whether the store is back.
 */
export function createLimiter(deps: LimiterDeps): Limiter {
  const state: State = {
    isAway: false,
    probe: undefined,
    running: new Map(),
    countedAlone: new LRUCache({ max: COUNTED_ALONE_MAX }),
  };
  const renewal = lookNowAndThen({
    everyMs: deps.renewEveryMs,
    look: () => renewAll(deps, state),
    failed: (error) => goLocal(deps, state, error),
  });
  noteLimiter({ isLocal: false });
  return {
    async take(checks, spent) {
      const call = { id: newUuid(), checks, spent };
      return (await takeShared(deps, state, call)) ?? takeLocally(deps, state, call);
    },
    stop() {
      renewal.stop();
      state.probe?.stop();
    },
  };
}

interface Call {
  id: string;
  checks: readonly Check[];
  spent: Spent;
}

/** @returns null when the shared store is away */
async function takeShared(
  deps: LimiterDeps,
  state: State,
  { id, checks, spent }: Call,
): Promise<Charge | null> {
  const whileThere = <Result>(work: () => Promise<Result>): Promise<Result | null> =>
    state.isAway
      ? Promise.resolve(null)
      : work().catch((error: unknown) => {
          goLocal(deps, state, error);
          return null;
        });
  const alone = checks.filter(({ key }) => state.countedAlone.has(key));
  if (alone.length > 0 && !state.isAway) {
    const seeds = await spent(alone);
    const seeded = await whileThere(() => deps.shared.seed(seeds).then(() => true));
    if (seeded === null) return null;
    for (const { key } of alone) state.countedAlone.delete(key);
  }
  let taken = await whileThere(() => deps.shared.take(id, checks));
  if (taken !== null && taken.missing.length > 0) {
    const seeds = await spent(missingOf(taken, checks));
    taken = await whileThere(async () => {
      await deps.shared.seed(seeds);
      const again = await deps.shared.take(id, checks);
      if (again.missing.length > 0) throw new Error('counts that were just made are missing');
      return again;
    });
  }
  if (taken === null) return null;
  if (taken.refused === null) rememberSlots(state, id, checks);
  const correct: Charge['correct'] = (list) => correctShared(deps, state, { id, list });
  const leaveSlots = (): void => void state.running.delete(id);
  return { ...taken, id, isShared: true, correct, leaveSlots };
}

async function takeLocally(
  { local }: LimiterDeps,
  { countedAlone }: State,
  { id, checks, spent }: Call,
): Promise<Charge> {
  let taken = await local.take(id, checks);
  if (taken.missing.length > 0) {
    await local.seed(await spent(missingOf(taken, checks)));
    taken = await local.take(id, checks);
  }
  for (const { key, kind } of checks) {
    if (kind === 'day' || kind === 'month') countedAlone.set(key, true);
  }
  const correct: Charge['correct'] = (list) => local.correct(id, list);
  return { ...taken, id, isShared: false, correct, leaveSlots: () => undefined };
}

function missingOf({ missing }: Taken, checks: readonly Check[]): Check[] {
  return checks.filter((_, index) => missing.includes(index));
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
  state.probe = lookNowAndThen({
    everyMs: deps.probeEveryMs,
    async look() {
      await deps.ping();
      if (!state.isAway) return;
      state.isAway = false;
      noteLimiter({ isLocal: false });
      state.probe?.stop();
      deps.logger.info('limits are shared again');
    },
    failed: () => undefined,
  });
}
