/** How long a call may wait for a permit, in milliseconds. */
const WAIT_MS_MAX = 2_000;
/** How long calls of an owner who floods may wait, in milliseconds. */
const FLOOD_WAIT_MS_MAX = 100;
/** Readings without a refusal after which an owner floods no more. */
const FLOOD_READINGS = 20;
/** Calls that may wait although nothing is known of how fast permits come free. */
const WAITING_MIN = 32;
/** What a process is taken to serve before calls have waited in this process, in calls a second. */
const SERVED_PER_SECOND_START = 500;
/** The part of an older measurement that stays with each reading. */
const KEPT_PART = 0.9;
const MS_PER_SECOND = 1_000;

/** What came of asking for a permit: the permit, or what is full. */
export type Asked<Permit> = { permit: Permit } | { full: 'owner' | 'everyone' };

export interface FairQueueOptions<Permit> {
  /** Takes a permit for a call of this owner, if there is one. */
  take(owner: string): Asked<Permit>;
  /** The error of a call that does not get a permit. */
  refusal(): Error;
}

/** Calls that wait for a permit, one line for each owner; the owners take turns. */
export interface FairQueue<Permit> {
  /** Whether calls of this owner wait: a later call must not overtake. */
  has(owner: string): boolean;
  /**
   * Waits for a permit. Null when the call cannot be expected to get one in time; then the call is
   * refused at once.
   */
  join(owner: string): Promise<Permit> | null;
  /** A permit has come free. */
  serve(): void;
  /** An interval has passed. @param intervalMs its length */
  read(intervalMs: number): void;
}

interface Waiter<Permit> {
  sinceMs: number;
  resolve(permit: Permit): void;
  reject(error: Error): void;
}

interface QueueState<Permit> {
  options: FairQueueOptions<Permit>;
  lines: Map<string, Waiter<Permit>[]>;
  /** Owners whose lines were full, with the readings since then. */
  flooding: Map<string, number>;
  servedPerSecond: number;
  /** Since the last reading. */
  served: number;
}

/**
 * Lines for calls that will be served soon. A line is as long as the owner's part of what was
 * served in two seconds, so that each call in it gets a permit in time. An owner whose line is full
 * sends more than can be served: all but the first of the line are refused at once, and until that
 * owner has sent less for a while the line stays short, so that calls that are let in are answered
 * quickly.
 */
export function createFairQueue<Permit>(options: FairQueueOptions<Permit>): FairQueue<Permit> {
  const state: QueueState<Permit> = {
    options,
    lines: new Map(),
    flooding: new Map(),
    servedPerSecond: SERVED_PER_SECOND_START,
    served: 0,
  };
  return {
    has: (owner) => state.lines.has(owner),
    join: (owner) => join(state, owner),
    serve: () => serve(state),
    read(intervalMs) {
      if (state.lines.size > 0) learn(state, intervalMs);
      state.served = 0;
      for (const [owner, readings] of state.flooding) {
        if (readings >= FLOOD_READINGS) state.flooding.delete(owner);
        else state.flooding.set(owner, readings + 1);
      }
      for (const owner of state.lines.keys()) shorten(state, owner);
      serve(state);
    },
  };
}

function join<Permit>(state: QueueState<Permit>, owner: string): Promise<Permit> | null {
  const line = state.lines.get(owner) ?? [];
  if (line.length >= lengthMax(state, owner)) {
    state.flooding.set(owner, 0);
    shorten(state, owner);
    return null;
  }
  state.lines.set(owner, line);
  return new Promise((resolve, reject) => {
    line.push({ sinceMs: performance.now(), resolve, reject });
  });
}

/** How many calls of an owner may wait. */
function lengthMax<Permit>(
  { lines, flooding, servedPerSecond }: QueueState<Permit>,
  owner: string,
) {
  const owners = lines.size + (lines.has(owner) ? 0 : 1);
  const waitMs = flooding.has(owner) ? FLOOD_WAIT_MS_MAX : WAIT_MS_MAX;
  const least = flooding.has(owner) ? 0 : WAITING_MIN;
  return Math.max(least, (servedPerSecond * waitMs) / MS_PER_SECOND) / owners;
}

/**
 * Refuses calls that have waited too long, and the last calls of a line that is longer than it may
 * be.
 */
function shorten<Permit>(state: QueueState<Permit>, owner: string): void {
  const line = state.lines.get(owner);
  if (line === undefined) return;
  const sinceMs = performance.now() - WAIT_MS_MAX;
  const inTime = line.findIndex((one) => one.sinceMs > sinceMs);
  const first = inTime === -1 ? line.length : inTime;
  const last = first + Math.ceil(lengthMax(state, owner));
  if (first === 0 && line.length <= last) return;
  const kept = line.slice(first, last);
  if (kept.length === 0) state.lines.delete(owner);
  else state.lines.set(owner, kept);
  for (const one of [...line.slice(0, first), ...line.slice(last)]) {
    one.reject(state.options.refusal());
  }
}

/** Permits are given to the first call of each line in turn, until all are full. */
function serve<Permit>(state: QueueState<Permit>): void {
  const { lines, options } = state;
  let skipped = 0;
  while (skipped < lines.size) {
    const [next] = lines;
    if (next === undefined) return;
    const [owner, line] = next;
    const asked = options.take(owner);
    if ('full' in asked && asked.full === 'everyone') return;
    // Behind the other owners, so that these are next.
    lines.delete(owner);
    if ('permit' in asked) {
      state.served += 1;
      line.shift()?.resolve(asked.permit);
      skipped = 0;
    } else skipped += 1;
    if (line.length > 0) lines.set(owner, line);
  }
}

function learn<Permit>(state: QueueState<Permit>, intervalMs: number): void {
  const now = (state.served * MS_PER_SECOND) / intervalMs;
  state.servedPerSecond = KEPT_PART * state.servedPerSecond + (1 - KEPT_PART) * now;
}
