import type { Redis } from 'ioredis';
import { CORRECT_SCRIPT, RENEW_SCRIPT, SEED_SCRIPT, TAKE_SCRIPT } from './scripts.ts';
import { roomBeside, SLOT_WAIT_MS } from './store.ts';
import type { Check, CheckState, Correction, LimitStore, Taken } from './store.ts';

type Script = (keyCount: number, ...rest: (string | number)[]) => Promise<unknown>;

/** A client with the scripts of this file. */
interface Scripted {
  takeLimits: Script;
  correctLimits: Script;
  seedCounts: Script;
  renewSlots: Script;
}

/** Numbers that an answer holds before those of the limits, and for each limit. */
const HEAD = 2;
const PER_CHECK = 4;
/** An answer that names what is missing begins with this. */
const MISSING = -1;

/**
 * Counts in Redis for all replicas, with one round trip a call whatever the number of limits.
 * Ready-made limiters charge one limit at a time and take back what they should not have; only a
 * script of our own checks all before it charges any.
 * @param given.leaseMs how long a slot outlives its process, in milliseconds
 */
export function createRedisLimits(given: { redis: Redis; leaseMs: number }): LimitStore {
  const { redis, leaseMs } = given;
  redis.defineCommand('takeLimits', { lua: TAKE_SCRIPT });
  redis.defineCommand('correctLimits', { lua: CORRECT_SCRIPT });
  redis.defineCommand('seedCounts', { lua: SEED_SCRIPT });
  redis.defineCommand('renewSlots', { lua: RENEW_SCRIPT });
  const scripted = redis as unknown as Scripted;
  return {
    async take(id, checks) {
      const keys = checks.map(({ key }) => key);
      const terms = checks.flatMap((check: Check) => [
        check.kind,
        check.limit,
        check.amount,
        roomBeside(check),
        ...datesOf(check.calendar),
      ]);
      const args = [...keys, id, leaseMs, SLOT_WAIT_MS, ...terms];
      return takenOf(await scripted.takeLimits(keys.length, ...args), checks.length);
    },
    async correct(id, corrections) {
      const keys = corrections.map(({ key }) => key);
      const terms = corrections.flatMap((one: Correction) => [
        one.kind,
        one.delta,
        one.window,
        one.amount,
        one.made,
      ]);
      await scripted.correctLimits(keys.length, ...keys, id, ...terms);
    },
    async seed(seeds) {
      const keys = seeds.map(({ key }) => key);
      const terms = seeds.flatMap(({ kind, amount, calendar }) => [
        kind,
        amount,
        ...datesOf(calendar),
      ]);
      await scripted.seedCounts(keys.length, ...keys, ...terms);
    },
    async renew(id, keys) {
      await scripted.renewSlots(keys.length, ...keys, id, leaseMs);
    },
  };
}

/** A day or month as the scripts take it; below zero: that of UTC by the server's clock. */
function datesOf(calendar: Check['calendar']): number[] {
  if (calendar === undefined) return [-1, 0, 0, 0];
  const { number, endMs, next } = calendar;
  return [number, endMs, next.number, next.endMs];
}

function takenOf(answer: unknown, checks: number): Taken {
  const numbers = Array.isArray(answer) ? answer.map(Number) : [];
  if (numbers[0] === MISSING) {
    return { refused: null, missing: numbers.slice(1).map((number) => number - 1), states: [] };
  }
  if (numbers.length !== HEAD + checks * PER_CHECK) {
    throw new TypeError('the script of limits answered something else');
  }
  const at = (index: number): number => numbers[index] ?? 0;
  const states = Array.from({ length: checks }, (_, check): CheckState => {
    const from = HEAD + check * PER_CHECK;
    return {
      remaining: at(from),
      window: at(from + 1),
      resetMs: at(from + 2),
      made: at(from + 3),
    };
  });
  const [refused, waitMs] = [at(0), at(1)];
  if (refused === 0) return { refused: null, missing: [], states };
  const wait = waitMs < 0 ? null : waitMs;
  return { refused: { index: refused - 1, waitMs: wait }, missing: [], states };
}
