import { LRUCache } from 'lru-cache';
import { SLOT_WAIT_MS } from './store.ts';
import type { Check, CheckState, Correction, LimitStore, Refused, Seed, Taken } from './store.ts';
import { correctedBucket, drainMs, levelAt, roomIn, waitForRoom, windowAt } from './window.ts';
import type { Bucket } from './window.ts';

/** Counters that a process keeps; the least used one is forgotten first. */
const COUNTERS_MAX = 200_000;

/** What was counted in a day or a month. */
interface Count {
  window: number;
  used: number;
  /** The generation of the count: a count that was lost and made again has another. */
  made: number;
}

interface State {
  buckets: LRUCache<string, Bucket>;
  counts: LRUCache<string, Count>;
  slots: Map<string, Set<string>>;
  now(): number;
}

/**
 * Counts in this process, for as long as nothing is shared: each of `replicas` processes gives out its part of every
 * limit. A call that alone is larger than the part takes the whole part.
 */
export function createLocalLimits(given: { replicas: number; now(): number }): LimitStore {
  const state: State = {
    buckets: new LRUCache({ max: COUNTERS_MAX }),
    counts: new LRUCache({ max: COUNTERS_MAX }),
    slots: new Map(),
    now: () => given.now(),
  };
  let made = 0;
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
    seed: (seeds) => {
      made += 1;
      for (const one of seeds) {
        seed(state, { ...one, amount: Math.ceil(one.amount / given.replicas) }, made);
      }
      return Promise.resolve();
    },
    renew: () => Promise.resolve(),
  };
}

function take(state: State, id: string, checks: readonly Check[]): Taken {
  const nowMs = state.now();
  const missing = checks.flatMap(({ key, kind }, index) =>
    isCalendar(kind) && !state.counts.has(key) ? [index] : [],
  );
  if (missing.length > 0) return { refused: null, missing, states: [] };
  let refused: Refused | null = null;
  for (const [index, check] of checks.entries()) {
    const waitMs = waitFor(state, check, nowMs);
    if (waitMs !== 0 && isLonger(waitMs, refused)) refused = { index, waitMs };
  }
  if (refused === null) for (const check of checks) charge(state, id, { check, nowMs });
  return { refused, missing, states: checks.map((check) => stateOf(state, check, nowMs)) };
}

function isCalendar(kind: Check['kind']): kind is 'day' | 'month' {
  return kind === 'day' || kind === 'month';
}

function isLonger(waitMs: number | null, than: Refused | null): boolean {
  if (than === null) return true;
  if (than.waitMs === null) return false;
  return waitMs === null || waitMs > than.waitMs;
}

/** What a day or a month has used so far; nothing of it counts in the next one. */
function countAt(state: State, key: string, kind: 'day' | 'month'): Count {
  const { window } = windowAt(kind, state.now());
  const kept = state.counts.get(key);
  return kept?.window === window ? kept : { window, used: 0, made: kept?.made ?? 0 };
}

function waitFor(state: State, check: Check, nowMs: number): number | null {
  const { key, kind, limit, amount } = check;
  if (kind === 'slots') {
    const running = state.slots.get(key)?.size ?? 0;
    return running + amount <= limit ? 0 : SLOT_WAIT_MS;
  }
  if (kind === 'minute') return waitForRoom(levelAt(state.buckets.get(key), limit, nowMs), check);
  if (amount > limit) return null;
  const { used } = countAt(state, key, kind);
  return used + amount <= limit ? 0 : windowAt(kind, nowMs).endMs - nowMs;
}

function charge(state: State, id: string, { check, nowMs }: { check: Check; nowMs: number }): void {
  const { key, kind, limit, amount } = check;
  if (kind === 'slots') {
    state.slots.set(key, (state.slots.get(key) ?? new Set()).add(id));
  } else if (kind === 'minute') {
    const level = levelAt(state.buckets.get(key), limit, nowMs) + amount;
    state.buckets.set(key, { level, atMs: nowMs });
  } else {
    const count = countAt(state, key, kind);
    state.counts.set(key, { ...count, used: count.used + amount });
  }
}

function stateOf(state: State, { key, kind, limit }: Check, nowMs: number): CheckState {
  if (kind === 'slots') {
    const remaining = Math.max(0, limit - (state.slots.get(key)?.size ?? 0));
    return { remaining, window: 0, resetMs: 0, made: 0 };
  }
  if (kind === 'minute') {
    const level = levelAt(state.buckets.get(key), limit, nowMs);
    const resetMs = drainMs(level, limit);
    return { remaining: roomIn(level, limit), window: nowMs + resetMs, resetMs, made: 0 };
  }
  const { window, used, made } = countAt(state, key, kind);
  const resetMs = used > 0 ? windowAt(kind, nowMs).endMs - nowMs : 0;
  return { remaining: Math.max(0, limit - used), window, resetMs, made };
}

function correct(state: State, id: string, correction: Correction): void {
  const { key, kind, delta, window } = correction;
  if (kind === 'slots') return freeSlot(state, key, id);
  if (kind === 'minute') {
    const bucket = state.buckets.get(key);
    if (bucket === undefined) return;
    state.buckets.set(key, correctedBucket(bucket, { delta, untilMs: window }, state.now()));
    return;
  }
  const count = state.counts.get(key);
  if (count?.window !== window) return;
  const used = count.used + delta + (count.made === correction.made ? 0 : correction.amount);
  state.counts.set(key, { ...count, used: Math.max(0, used) });
}

function freeSlot({ slots }: State, key: string, id: string): void {
  const running = slots.get(key);
  running?.delete(id);
  if (running?.size === 0) slots.delete(key);
}

function seed(state: State, { key, kind, amount }: Seed, made: number): void {
  if (!isCalendar(kind)) return;
  const { window } = windowAt(kind, state.now());
  const kept = state.counts.get(key);
  if (kept?.window === window && kept.used >= amount) return;
  if (kept?.window === window) state.counts.set(key, { ...kept, used: amount });
  else state.counts.set(key, { window, used: amount, made });
}
