import { LRUCache } from 'lru-cache';
import { SLOT_WAIT_MS } from './store.ts';
import type { Check, CheckState, Correction, LimitStore, Refused, Taken } from './store.ts';
import { corrected, resetOf, usedOf, viewCounter, waitOf } from './window.ts';
import type { Counter } from './window.ts';

/** Counters that a process keeps; the least used one is forgotten first. */
const COUNTERS_MAX = 200_000;

interface State {
  counters: LRUCache<string, Counter>;
  slots: Map<string, Set<string>>;
  now(): number;
}

/**
 * Counts in this process, for as long as nothing is shared: each of `replicas` processes gives out its part of every
 * limit. A call that alone is larger than the part takes the whole part.
 */
export function createLocalLimits(given: { replicas: number; now(): number }): LimitStore {
  const state: State = {
    counters: new LRUCache({ max: COUNTERS_MAX }),
    slots: new Map(),
    now: () => given.now(),
  };
  const shareOf = (check: Check): Check => {
    const limit = Math.max(1, Math.floor(check.limit / given.replicas));
    return check.amount > check.limit
      ? { ...check, limit }
      : { ...check, limit, amount: Math.min(check.amount, limit) };
  };
  return {
    take: (id, checks) => Promise.resolve(take(state, id, checks.map(shareOf))),
    correct: (id, corrections) => {
      for (const one of corrections) correct(state, id, one);
      return Promise.resolve();
    },
    renew: () => Promise.resolve(),
  };
}

function take(state: State, id: string, checks: readonly Check[]): Taken {
  const nowMs = state.now();
  let refused: Refused | null = null;
  for (const [index, check] of checks.entries()) {
    const waitMs = waitFor(state, check, nowMs);
    if (waitMs !== 0 && isLonger(waitMs, refused)) refused = { index, waitMs };
  }
  if (refused === null) for (const check of checks) charge(state, id, { check, nowMs });
  return { refused, states: checks.map((check) => stateOf(state, check, nowMs)) };
}

function isLonger(waitMs: number | null, than: Refused | null): boolean {
  if (than === null) return true;
  if (than.waitMs === null) return false;
  return waitMs === null || waitMs > than.waitMs;
}

function waitFor(state: State, check: Check, nowMs: number): number | null {
  if (check.kind === 'slots') {
    const running = state.slots.get(check.key)?.size ?? 0;
    return running + check.amount <= check.limit ? 0 : SLOT_WAIT_MS;
  }
  return waitOf(viewCounter(state.counters.get(check.key), check.kind, nowMs), check);
}

function charge(
  { counters, slots }: State,
  id: string,
  { check, nowMs }: { check: Check; nowMs: number },
): void {
  const { key, kind, amount } = check;
  if (kind === 'slots') {
    slots.set(key, (slots.get(key) ?? new Set()).add(id));
    return;
  }
  const { window, current, previous } = viewCounter(counters.get(key), kind, nowMs);
  counters.set(key, { window, current: current + amount, previous });
}

function stateOf({ counters, slots }: State, check: Check, nowMs: number): CheckState {
  const { key, kind, limit } = check;
  if (kind === 'slots') {
    return { remaining: Math.max(0, limit - (slots.get(key)?.size ?? 0)), window: 0, resetMs: 0 };
  }
  const view = viewCounter(counters.get(key), kind, nowMs);
  const remaining = Math.max(0, Math.floor(limit - usedOf(view)));
  return { remaining, window: view.window, resetMs: resetOf(view) };
}

function correct({ counters, slots }: State, id: string, correction: Correction): void {
  const { key, kind } = correction;
  if (kind === 'slots') {
    const running = slots.get(key);
    running?.delete(id);
    if (running?.size === 0) slots.delete(key);
    return;
  }
  const counter = counters.get(key);
  if (counter !== undefined) counters.set(key, corrected(counter, kind, correction));
}
