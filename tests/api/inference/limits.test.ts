import { createRedisLimits } from '@tollgate/inference/limits/redis-store';
import type { Check, LimitStore } from '@tollgate/inference/limits/store';
import { SLOT_WAIT_MS } from '@tollgate/inference/limits/store';
import { viewCounter } from '@tollgate/inference/limits/window';
import { newUuid } from '@tollgate/runtime/ids';
import { Redis } from 'ioredis';
import { aRedis } from '../../support/redis.ts';
import type { TestRedis } from '../../support/redis.ts';

const LEASE_MS = 2_000;

let testRedis: TestRedis;
let redis: Redis;
let limits: LimitStore;
let prefix: string;
beforeAll(async () => {
  testRedis = await aRedis();
  redis = new Redis(testRedis.url);
  limits = createRedisLimits({ redis, leaseMs: LEASE_MS });
});
beforeEach(() => (prefix = `limit:{${newUuid()}}`));
afterAll(async () => {
  redis.disconnect();
  await testRedis.drop();
});

const check = (kind: Check['kind'], limit: number, amount = 1): Check => ({
  key: `${prefix}:${kind}`,
  kind,
  limit,
  amount,
});
const take = (...checks: Check[]) => limits.take(newUuid(), checks);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('a burst', () => {
  test.each(['minute', 'day', 'month', 'slots'] as const)(
    'C34: passes exactly at the bound of a %s',
    async (kind) => {
      const answers = await Promise.all(Array.from({ length: 200 }, () => take(check(kind, 20))));
      expect(answers.filter(({ refused }) => refused === null)).toHaveLength(20);
      const waits = answers.flatMap(({ refused }) => refused?.waitMs ?? []);
      expect(Math.min(...waits)).toBeGreaterThan(0);
    },
  );
});

describe('all limits of a call', () => {
  test('are checked before any is charged; the longest wait is told', async () => {
    await take(check('slots', 1));
    const { refused } = await take(check('minute', 5), check('day', 9, 4), check('slots', 1));
    expect(refused).toEqual({ index: 2, waitMs: SLOT_WAIT_MS });
    const { states } = await take(check('minute', 5), check('day', 9, 4));
    expect(states.map(({ remaining }) => remaining)).toEqual([4, 5]);
    const never = await take(check('day', 9, 6), check('minute', 5, 6));
    expect(never.refused).toEqual({ index: 1, waitMs: null });
  });

  test('are one command', async () => {
    await take(check('minute', 5));
    const calls = async () =>
      Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1]);
    const before = await calls();
    await take(check('minute', 5), check('day', 5), check('month', 5), check('slots', 5));
    expect(await calls()).toBe(before + 1);
  });

  test('N09: names hold ids and share one hash tag', async () => {
    await take(check('minute', 5), check('slots', 5));
    const keys = await redis.keys(`${prefix}*`);
    expect(keys.toSorted()).toEqual([`${prefix}:minute`, `${prefix}:slots`]);
    for (const key of keys) expect(await redis.pttl(key)).toBeGreaterThan(0);
  });
});

describe('windows', () => {
  test.each(['minute', 'day', 'month'] as const)('a %s is the same as in process', async (kind) => {
    const view = async () => {
      const [seconds, micros] = await redis.time();
      const atMs = Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
      const { window, leftMs } = viewCounter(undefined, kind, atMs);
      return { window, resetMs: kind === 'minute' ? leftMs + 60_000 : leftMs };
    };
    const before = await view();
    const { states } = await take(check(kind, 5));
    const after = await view();
    const state = states[0];
    if (state === undefined) throw new Error('no state came back');
    // Between two looks at the same clock, also when a window ended meanwhile.
    if (state.window === before.window) expect(state.resetMs).toBeLessThanOrEqual(before.resetMs);
    if (state.window === after.window) expect(state.resetMs).toBeGreaterThanOrEqual(after.resetMs);
    expect([before.window, after.window]).toContain(state.window);
  });

  test('the minute before fades', async () => {
    const { states } = await take(check('minute', 10));
    const window = states[0]?.window ?? 0;
    await redis.hset(`${prefix}:minute`, { w: window - 1, c: 10, p: 3 });
    const refused = await take(check('minute', 10, 10));
    expect(refused.refused?.waitMs).toBeLessThanOrEqual(60_000);
    await redis.hset(`${prefix}:minute`, { w: window - 3, c: 10, p: 3 });
    expect((await take(check('minute', 10, 10))).refused).toBeNull();
  });

  test('nano-credits are exact below nine million credits', async () => {
    const limit = 8_999_999_999_999_999;
    await take(check('month', limit, limit - 2));
    expect((await take(check('month', limit, 1))).states[0]?.remaining).toBe(1);
    expect((await take(check('month', limit, 2))).refused).not.toBeNull();
    expect((await take(check('month', limit, 1))).refused).toBeNull();
    expect((await take(check('month', limit, 1))).refused).not.toBeNull();
  });
});

describe('a correction', () => {
  const correct = (delta: number, window: number) =>
    limits.correct('x', [{ key: `${prefix}:minute`, kind: 'minute', delta, window }]);
  const stored = () => redis.hmget(`${prefix}:minute`, 'c', 'p');

  test('changes the window that was charged and never falls below zero', async () => {
    const { states } = await take(check('minute', 100, 60));
    const window = states[0]?.window ?? 0;
    await correct(-20, window);
    expect(await stored()).toEqual(['40', '0']);
    await correct(-99, window);
    expect(await stored()).toEqual(['0', '0']);
    await correct(7, window);
    expect(await stored()).toEqual(['7', '0']);
  });

  test('comes late', async () => {
    const { states } = await take(check('minute', 100, 60));
    const window = states[0]?.window ?? 0;
    await redis.hset(`${prefix}:minute`, { w: window + 1, c: 5, p: 60 });
    await correct(-50, window);
    expect(await stored()).toEqual(['5', '10']);
    await redis.hset(`${prefix}:minute`, { w: window + 2, c: 5, p: 60 });
    await correct(-50, window);
    expect(await stored()).toEqual(['5', '60']);
  });

  test('of what is gone leaves nothing behind', async () => {
    await correct(-50, 1);
    expect(await redis.exists(`${prefix}:minute`)).toBe(0);
  });
});

describe('a slot', () => {
  const slot = () => check('slots', 1);

  test('is given back by its call only', async () => {
    const id = newUuid();
    await limits.take(id, [slot()]);
    const free = { key: slot().key, kind: 'slots' as const, delta: 0, window: 0 };
    await limits.correct(newUuid(), [free]);
    expect((await take(slot())).refused).not.toBeNull();
    await limits.correct(id, [free]);
    expect((await take(slot())).refused).toBeNull();
  });

  test('of a process that crashed is free when its lease is over; a renewed one is kept', async () => {
    const id = newUuid();
    await limits.take(id, [slot()]);
    await wait(LEASE_MS * 0.6);
    await limits.renew(id, [slot().key]);
    await wait(LEASE_MS * 0.6);
    expect((await take(slot())).refused).not.toBeNull();
    await wait(LEASE_MS * 0.6);
    expect((await take(slot())).refused).toBeNull();
  });
});
