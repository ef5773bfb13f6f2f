import type { LRUCache } from 'lru-cache';
import { growingCache } from '@tollgate/runtime/growing-cache';
import { roomBeside, SLOT_WAIT_MS } from './store.ts';
import type {
  Check,
  CheckState,
  Correction,
  LocalLimitStore,
  Refused,
  Seed,
  Taken,
} from './store.ts';
import {
  calendarAt,
  correctedBucket,
  drainMs,
  levelAt,
  roomIn,
  waitForRoom,
} from './minute-bucket.ts';
import type { Bucket, CalendarKind } from './minute-bucket.ts';

/** Counters that a process keeps; the least used one is forgotten first. */
const COUNTERS_MAX = 200_000;

/** What was counted in a day or a month. */
interface Count {
  window: number;
  used: number;
  /** The generation of the count: a count that was lost and made again has another. */
  made: number;
}

/** A bucket that drains by the whole limit of all processes. */
interface WholeBucket extends Bucket {
  limit: number;
}

interface LocalCounts {
  replicas: number;
  buckets: LRUCache<string, Bucket>;
  /** Buckets of the shared store as they were when they were last seen. */
  followed: LRUCache<string, WholeBucket>;
  /** What was charged here alone. */
  owed: LRUCache<string, WholeBucket>;
  counts: LRUCache<string, Count>;
  slots: Map<string, Set<string>>;
  now(): number;
}

/**
 * Counts in this process, for as long as nothing is shared: each of `replicas` processes gives out
 * its part of every limit, less its part of what the shared store has counted already. A call that
 * alone is larger than the part takes the whole part.
 */
export function createLocalLimits(given: { replicas: number; now(): number }): LocalLimitStore {
  const { replicas } = given;
  const state: LocalCounts = {
    replicas,
    buckets: growingCache(COUNTERS_MAX),
    followed: growingCache(COUNTERS_MAX),
    owed: growingCache(COUNTERS_MAX),
    counts: growingCache(COUNTERS_MAX),
    slots: new Map(),
    now: () => given.now(),
  };
  let made = 0;
  return {
    take: (id, checks) => Promise.resolve(takeAlone(state, id, checks)),
    correct: (id, corrections) => {
      for (const one of corrections) correct(state, id, one);
      return Promise.resolve();
    },
    seed: (seeds) => {
      made += 1;
      for (const one of seeds) {
        seed(state, { ...one, amount: Math.ceil(one.amount / replicas) }, made);
      }
      return Promise.resolve();
    },
    renew: () => Promise.resolve(),
    follow: (id, checks, taken) => follow(state, id, { checks, taken }),
    followCorrections: (id, corrections) => followCorrections(state, id, corrections),
    takeOwed: () => takeOwed(state),
  };
}

function takeAlone(state: LocalCounts, id: string, checks: readonly Check[]): Taken {
  const { replicas } = state;
  const shares = checks.map((check): Check => {
    const limit = Math.max(1, Math.floor(check.limit / replicas));
    const part = { ...check, limit, room: Math.floor((check.room ?? 0) / replicas) };
    return check.amount > check.limit ? part : { ...part, amount: Math.min(check.amount, limit) };
  });
  const taken = take(state, id, shares);
  if (taken.refused !== null || taken.missing.length > 0) return taken;
  for (const { key, kind, limit, amount } of checks) {
    if (kind !== 'minute') continue;
    const atMs = state.now();
    const level = levelAt(state.owed.get(key), limit, atMs) + amount;
    state.owed.set(key, { level, atMs, limit });
  }
  return taken;
}

function follow(
  state: LocalCounts,
  id: string,
  { checks, taken }: { checks: readonly Check[]; taken: Taken },
): void {
  const atMs = state.now();
  for (const [index, { key, kind, limit }] of checks.entries()) {
    const seen = taken.states[index];
    if (seen === undefined) continue;
    if (kind === 'slots') {
      if (taken.refused === null) holdSlot(state, key, id);
    } else if (kind === 'minute') {
      state.followed.set(key, { level: limit - seen.remaining, atMs, limit });
    } else {
      // The sums of requests know more than what this process has counted alone before.
      state.counts.delete(key);
    }
  }
}

function followCorrections(
  state: LocalCounts,
  id: string,
  corrections: readonly Correction[],
): void {
  for (const { key, kind, delta, window } of corrections) {
    if (kind === 'slots') freeSlot(state, key, id);
    const bucket = kind === 'minute' ? state.followed.get(key) : undefined;
    if (bucket === undefined) continue;
    const corrected = correctedBucket(bucket, { delta, untilMs: window }, state.now());
    state.followed.set(key, { ...bucket, level: corrected.level });
  }
}

function takeOwed(state: LocalCounts): Correction[] {
  const nowMs = state.now();
  const owed = [...state.owed].flatMap(([key, bucket]): Correction[] => {
    const delta = Math.ceil(levelAt(bucket, bucket.limit, nowMs));
    return delta > 0 ? [{ key, kind: 'minute', delta, window: 0, amount: 0, made: 0 }] : [];
  });
  state.owed.clear();
  return owed;
}

function take(state: LocalCounts, id: string, checks: readonly Check[]): Taken {
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

/** A check that counts by the calendar. */
type CalendarCheck = Pick<Check, 'key' | 'calendar'> & { kind: CalendarKind };

/** What a day or a month has used so far; nothing of it counts in the next one. */
function countAt(state: LocalCounts, check: CalendarCheck): Count {
  const { key } = check;
  const { window } = calendarAt(check, state.now());
  const kept = state.counts.get(key);
  return kept?.window === window ? kept : { window, used: 0, made: kept?.made ?? 0 };
}

/**
 * The level of this process's part of a limit: what was counted here or, where that is more, its
 * part of what was counted by all.
 */
function levelOf(
  { buckets, followed, replicas }: LocalCounts,
  { key, limit }: Pick<Check, 'key' | 'limit'>,
  nowMs: number,
): number {
  const own = levelAt(buckets.get(key), limit, nowMs);
  const whole = followed.get(key);
  if (whole === undefined) return own;
  return Math.max(own, Math.min(limit, levelAt(whole, whole.limit, nowMs) / replicas));
}

function waitFor(state: LocalCounts, check: Check, nowMs: number): number | null {
  const { key, kind, limit, amount } = check;
  if (kind === 'slots') {
    const running = state.slots.get(key)?.size ?? 0;
    return running + amount + roomBeside(check) <= limit ? 0 : SLOT_WAIT_MS;
  }
  if (kind === 'minute') {
    return waitForRoom(levelOf(state, check, nowMs) + roomBeside(check), check);
  }
  if (amount > limit) return null;
  const dated = { key, kind, calendar: check.calendar };
  const { used } = countAt(state, dated);
  return used + amount <= limit ? 0 : calendarAt(dated, nowMs).endMs - nowMs;
}

function charge(
  state: LocalCounts,
  id: string,
  { check, nowMs }: { check: Check; nowMs: number },
): void {
  const { key, kind, limit, amount } = check;
  if (kind === 'slots') {
    holdSlot(state, key, id);
  } else if (kind === 'minute') {
    const level = levelOf(state, { key, limit }, nowMs) + amount;
    state.buckets.set(key, { level, atMs: nowMs });
  } else {
    const count = countAt(state, { key, kind, calendar: check.calendar });
    state.counts.set(key, { ...count, used: count.used + amount });
  }
}

function stateOf(state: LocalCounts, check: Check, nowMs: number): CheckState {
  const { key, kind, limit, calendar } = check;
  if (kind === 'slots') {
    const remaining = Math.max(0, limit - (state.slots.get(key)?.size ?? 0));
    return { remaining, window: 0, resetMs: 0, made: 0 };
  }
  if (kind === 'minute') {
    const level = levelOf(state, { key, limit }, nowMs);
    const resetMs = drainMs(level, limit);
    return { remaining: roomIn(level, limit), window: nowMs + resetMs, resetMs, made: 0 };
  }
  const { window, used, made } = countAt(state, { key, kind, calendar });
  const resetMs = used > 0 ? calendarAt({ kind, calendar }, nowMs).endMs - nowMs : 0;
  return { remaining: Math.max(0, limit - used), window, resetMs, made };
}

function correct(state: LocalCounts, id: string, correction: Correction): void {
  const { key, kind, delta, window } = correction;
  if (kind === 'slots') return freeSlot(state, key, id);
  if (kind === 'minute') {
    const right = { delta, untilMs: window };
    const bucket = state.buckets.get(key);
    if (bucket !== undefined) state.buckets.set(key, correctedBucket(bucket, right, state.now()));
    const owed = state.owed.get(key);
    if (owed === undefined) return;
    state.owed.set(key, { ...owed, level: correctedBucket(owed, right, state.now()).level });
    return;
  }
  const count = state.counts.get(key);
  if (count?.window !== window) return;
  const used = count.used + delta + (count.made === correction.made ? 0 : correction.amount);
  state.counts.set(key, { ...count, used: Math.max(0, used) });
}

function holdSlot({ slots }: LocalCounts, key: string, id: string): void {
  slots.set(key, (slots.get(key) ?? new Set()).add(id));
}

function freeSlot({ slots }: LocalCounts, key: string, id: string): void {
  const running = slots.get(key);
  running?.delete(id);
  if (running?.size === 0) slots.delete(key);
}

function seed(state: LocalCounts, { key, kind, amount, calendar }: Seed, made: number): void {
  if (!isCalendar(kind)) return;
  const { window } = calendarAt({ kind, calendar }, state.now());
  const kept = state.counts.get(key);
  if (kept?.window === window && kept.used >= amount) return;
  if (kept?.window === window) state.counts.set(key, { ...kept, used: amount });
  else state.counts.set(key, { window, used: amount, made });
}
