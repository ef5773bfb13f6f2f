import { growingCache } from '@tollgate/runtime/growing-cache';
import { newUuid } from '@tollgate/runtime/ids';
import { poll } from '@tollgate/runtime/timers';
import { noteLimiter } from './metrics.ts';
import { reportsTrouble } from './redis-trouble.ts';
import { goLocal } from './away.ts';
import type { LimiterDeps, LimiterState as State } from './limiter-state.ts';
import { inTime } from './patience.ts';
import type { Check, Correction, Seed, Taken } from './store.ts';

/** What a call has taken, to be put right at its end. */
export interface Charge extends Taken {
  /** Under which slots were taken. */
  id: string;
  /** Counted in the shared store, so that any process may correct it. */
  isShared: boolean;
  /**
   * Gives slots back or corrects counts where they were taken. Never rejects and need not be waited
   * for.
   */
  correct(corrections: readonly Correction[]): Promise<void>;
  /**
   * Leaves the slots to whoever goes on with the call: they stay taken, and this process renews
   * them no more.
   */
  leaveSlots(): void;
}

/**
 * The amounts used of limits of days and months, by the sums of requests.
 * @throws when they cannot be read
 */
export type Spent = (checks: readonly Check[]) => Promise<Seed[]>;

/** Counts calls against limits. */
export interface Limiter {
  /**
   * Checks all, then charges all.
   * @param spent asked only for counts that are not known, as after a wipe
   */
  take(checks: readonly Check[], spent: Spent): Promise<Charge>;
  stop(): void;
}

/** Days and months that a process remembers to have counted alone. */
const COUNTED_ALONE_MAX = 100_000;

/**
 * Counts in the shared store and, from the first failure of the store until it counts again, in
 * this process. An answer that is slow once is waited for. This process follows what the shared
 * store counts, so that no limit starts again from zero when it fails, and reports afterwards what
 * was counted meanwhile. No call waits for the store while it is away: a probe looks whether it is
 * back.
 */
export function createLimiter(deps: LimiterDeps): Limiter {
  const state: State = {
    isAway: false,
    probe: undefined,
    pause: { left: 0, length: 0 },
    report: reportsTrouble(deps.logger),
    running: new Map(),
    runningAlone: new Map(),
    countedAlone: growingCache(COUNTED_ALONE_MAX),
  };
  const renewal = poll({
    everyMs: deps.renewEveryMs,
    look: () => renewAll(deps, state),
    failed: (error) => goLocal(deps, state, error),
  });
  noteLimiter({ isLocal: false });
  return {
    async take(checks, spent) {
      const call: Call = { id: newUuid(), checks, spent };
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

/**
 * What the shared store says to a call; when its answer comes late, the call is counted here, and
 * what the store took is given back.
 */
async function askShared(
  deps: LimiterDeps,
  { id, checks }: Pick<Call, 'id' | 'checks'>,
): Promise<Taken> {
  const asked = deps.shared.take(id, checks);
  try {
    return await inTime(asked, deps.patienceMs);
  } catch (error) {
    void asked.then((late) => giveBack(deps, { id, checks, late })).catch(() => undefined);
    throw error;
  }
}

async function giveBack(
  { shared }: LimiterDeps,
  { id, checks, late }: Pick<Call, 'id' | 'checks'> & { late: Taken },
): Promise<void> {
  if (late.refused !== null || late.missing.length > 0) return;
  const corrections = checks.map(({ key, kind, amount }, index): Correction => {
    const { window = 0, made = 0 } = late.states[index] ?? {};
    return { key, kind, delta: -amount, window, amount, made };
  });
  await shared.correct(id, corrections);
}

/** @returns null when the shared store is away */
async function takeShared(deps: LimiterDeps, state: State, call: Call): Promise<Charge | null> {
  const { id, checks, spent } = call;
  const whileThere = <Result>(work: () => Promise<Result>): Promise<Result | null> =>
    state.isAway
      ? Promise.resolve(null)
      : work().catch((error: unknown) => {
          goLocal(deps, state, error);
          return null;
        });
  const seed = (seeds: Seed[]) => inTime(deps.shared.seed(seeds), deps.patienceMs);
  const alone = checks.filter(({ key }) => state.countedAlone.has(key));
  if (alone.length > 0 && !state.isAway) {
    const seeds = await spent(alone);
    const seeded = await whileThere(() => seed(seeds).then(() => true));
    if (seeded === null) return null;
    for (const { key } of alone) state.countedAlone.delete(key);
  }
  let taken = await whileThere(() => askShared(deps, call));
  if (taken !== null && taken.missing.length > 0) {
    const seeds = await spent(missingOf(taken, checks));
    taken = await whileThere(async () => {
      await seed(seeds);
      const again = await askShared(deps, call);
      if (again.missing.length > 0) throw new Error('counts that were just made are missing');
      return again;
    });
  }
  if (taken === null) return null;
  deps.local.follow(id, checks, taken);
  const slots = taken.refused === null ? slotsOf(checks) : [];
  if (slots.length > 0) state.running.set(id, slots);
  const correct: Charge['correct'] = (list) => correctShared(deps, state, { id, list });
  const leaveSlots = (): void => {
    state.running.delete(id);
    deps.local.followCorrections(id, freeing(slots));
  };
  return { ...taken, id, isShared: true, correct, leaveSlots };
}

async function takeLocally(deps: LimiterDeps, state: State, call: Call): Promise<Charge> {
  const { local } = deps;
  const { id, checks, spent } = call;
  let taken = await local.take(id, checks);
  if (taken.missing.length > 0) {
    await local.seed(await spent(missingOf(taken, checks)));
    taken = await local.take(id, checks);
  }
  for (const { key, kind } of checks) {
    if (kind === 'day' || kind === 'month') state.countedAlone.set(key, true);
  }
  const slots = taken.refused === null ? slotsOf(checks) : [];
  if (slots.length > 0) state.runningAlone.set(id, slots);
  const correct: Charge['correct'] = async (list) => {
    await local.correct(id, list);
    if (!list.some(({ kind }) => kind === 'slots')) return;
    state.runningAlone.delete(id);
    if (state.running.has(id)) await correctShared(deps, state, { id, list: freeing(slots) });
  };
  return { ...taken, id, isShared: false, correct, leaveSlots: () => undefined };
}

function missingOf({ missing }: Taken, checks: readonly Check[]): Check[] {
  return checks.filter((_, index) => missing.includes(index));
}

function slotsOf(checks: readonly Check[]): string[] {
  return checks.filter(({ kind }) => kind === 'slots').map(({ key }) => key);
}

function freeing(slots: readonly string[]): Correction[] {
  return slots.map((key) => ({ key, kind: 'slots', delta: 0, window: 0, amount: 0, made: 0 }));
}

/** While the store is away its slots run out by themselves. */
async function correctShared(
  deps: LimiterDeps,
  state: State,
  { id, list }: { id: string; list: readonly Correction[] },
): Promise<void> {
  if (list.some(({ kind }) => kind === 'slots')) state.running.delete(id);
  deps.local.followCorrections(id, list);
  if (state.isAway || list.length === 0) return;
  try {
    await inTime(deps.shared.correct(id, list), deps.patienceMs);
  } catch (error) {
    goLocal(deps, state, error);
  }
}

function renewAll(deps: LimiterDeps, state: State): void {
  if (state.isAway) return;
  for (const [id, keys] of state.running) {
    inTime(deps.shared.renew(id, keys), deps.patienceMs).catch((error: unknown) =>
      goLocal(deps, state, error),
    );
  }
}
