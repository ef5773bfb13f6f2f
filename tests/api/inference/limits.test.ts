import { createRedisLimits } from '@tollgate/inference/limits/redis-store';
import type { Check, LimitStore } from '@tollgate/inference/limits/store';
import { SLOT_WAIT_MS } from '@tollgate/inference/limits/store';
import { windowAt } from '@tollgate/inference/limits/minute-bucket';
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

/** Nothing has been used of these. */
const begin = (...kinds: Check['kind'][]) =>
  limits.seed(kinds.map((kind) => ({ key: `${prefix}:${kind}`, kind, amount: 0 })));

describe('a burst', () => {
  test.each(['minute', 'day', 'month', 'slots'] as const)(
    'C34: passes exactly at the bound of a %s',
    async (kind) => {
      if (kind === 'day' || kind === 'month') await begin(kind);
      const answers = await Promise.all(Array.from({ length: 200 }, () => take(check(kind, 20))));
      expect(answers.filter(({ refused }) => refused === null)).toHaveLength(20);
      const waits = answers.flatMap(({ refused }) => refused?.waitMs ?? []);
      expect(Math.min(...waits)).toBeGreaterThan(0);
    },
  );
});

test.each(['minute', 'slots'] as const)(
  'a call with time leaves room in a %s, and others take that',
  async (kind) => {
    const roomy = { ...check(kind, 20), room: 5 };
    const patient = await Promise.all(Array.from({ length: 30 }, () => take(roomy)));
    expect(patient.filter(({ refused }) => refused === null)).toHaveLength(15);
    const others = await Promise.all(Array.from({ length: 30 }, () => take(check(kind, 20))));
    expect(others.filter(({ refused }) => refused === null)).toHaveLength(5);
    const alone = { ...check(kind, 1), key: `${prefix}:alone`, room: 1 };
    expect((await take(alone)).refused).toBeNull();
  },
);

describe('all limits of a call', () => {
  test('are checked before any is charged; the longest wait is told', async () => {
    await begin('day');
    await take(check('slots', 1));
    const { refused } = await take(check('minute', 5), check('day', 9, 4), check('slots', 1));
    expect(refused).toEqual({ index: 2, waitMs: SLOT_WAIT_MS });
    const { states } = await take(check('minute', 5), check('day', 9, 4));
    expect(states.map(({ remaining }) => remaining)).toEqual([4, 5]);
    const never = await take(check('day', 9, 6), check('minute', 5, 6));
    expect(never.refused).toEqual({ index: 1, waitMs: null });
  });

  test('are one command', async () => {
    await begin('day', 'month');
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
  test.each(['day', 'month'] as const)('a %s is the same as in process', async (kind) => {
    const view = async () => {
      const [seconds, micros] = await redis.time();
      const atMs = Number(seconds) * 1_000 + Math.floor(Number(micros) / 1_000);
      const { window, endMs } = windowAt(kind, atMs);
      return { window, resetMs: endMs - atMs };
    };
    await begin(kind);
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

  test.each(['day', 'month'] as const)(
    "a %s of an owner's zone ends when it says, and the next one is empty",
    async (kind) => {
      const [seconds] = await redis.time();
      const nowMs = Number(seconds) * 1_000;
      const dated = (endMs: number): Check => ({
        ...check(kind, 5, 3),
        calendar: { startMs: 0, number: 41, endMs, next: { number: 42, endMs: endMs + 60_000 } },
      });
      await limits.seed([{ ...dated(nowMs + 30_000), amount: 0 }]);
      const first = await take(dated(nowMs + 30_000));
      expect(first.states).toMatchObject([{ remaining: 2, window: 41 }]);
      const { refused } = await take(dated(nowMs + 30_000));
      expect(refused?.waitMs).toBeGreaterThan(0);
      expect(refused?.waitMs).toBeLessThanOrEqual(30_000);
      // By the server's clock that window is over.
      expect((await take(dated(nowMs - 1_000))).states).toMatchObject([
        { remaining: 2, window: 42 },
      ]);
      // A correction of the window before changes nothing in this one.
      const { key } = check(kind, 5);
      const late = { key, kind, delta: -3, window: 41, amount: 3, made: 0 };
      await limits.correct(newUuid(), [late]);
      expect((await take(dated(nowMs - 1_000))).refused).not.toBeNull();
    },
  );

  test('what is told to wait for a minute passes then, and not before', async () => {
    const limit = 600;
    expect((await take(check('minute', limit, limit))).refused).toBeNull();
    const waitMs = (await take(check('minute', limit, 5))).refused?.waitMs ?? Number.NaN;
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(500);
    await wait(waitMs);
    expect((await take(check('minute', limit, 5))).refused).toBeNull();
    expect((await take(check('minute', limit, limit))).refused).not.toBeNull();
  });

  test('a limit of one a minute tells the minute that it means', async () => {
    expect((await take(check('minute', 1))).refused).toBeNull();
    const [before] = await redis.time();
    const { refused } = await take(check('minute', 1));
    expect(refused?.waitMs).toBeGreaterThan(50_000);
    expect(refused?.waitMs).toBeLessThanOrEqual(60_000);
    const drained = (Number(before) - 60) * 1_000;
    await redis.hset(`${prefix}:minute`, 't', drained);
    expect((await take(check('minute', 1))).refused).toBeNull();
  });

  test('nano-credits are exact below nine million credits', async () => {
    const limit = 8_999_999_999_999_999;
    await begin('month');
    await take(check('month', limit, limit - 2));
    expect((await take(check('month', limit, 1))).states[0]?.remaining).toBe(1);
    expect((await take(check('month', limit, 2))).refused).not.toBeNull();
    expect((await take(check('month', limit, 1))).refused).toBeNull();
    expect((await take(check('month', limit, 1))).refused).not.toBeNull();
  });
});

describe('a correction', () => {
  const correct = (kind: Check['kind'], delta: number, of: { window: number; made: number }) =>
    limits.correct('x', [{ key: `${prefix}:${kind}`, kind, delta, amount: 60, ...of }]);
  const level = async () => Number(await redis.hget(`${prefix}:minute`, 'l'));
  const used = async () => 1_000 - ((await take(check('day', 1_000, 0))).states[0]?.remaining ?? 0);
  const takenOf = async (kind: Check['kind']) => {
    const { states } = await take(check(kind, 1_000, 60));
    if (states[0] === undefined) throw new Error('no state came back');
    return states[0];
  };

  test('of a minute counts while what it is of counts, and never falls below nothing', async () => {
    const charge = await takenOf('minute');
    await correct('minute', -20, charge);
    expect(await level()).toBe(40);
    await correct('minute', -99, charge);
    expect(await level()).toBe(0);
    const drained = { ...charge, window: 1 };
    await correct('minute', 7, drained);
    expect(await level()).toBe(7);
    await correct('minute', -7, drained);
    expect(await level()).toBe(7);
  });

  test('of a day counts in that day', async () => {
    await begin('day');
    const charge = await takenOf('day');
    await correct('day', -20, charge);
    expect(await used()).toBe(40);
    await correct('day', -20, { ...charge, window: charge.window - 1 });
    expect(await used()).toBe(40);
    await correct('day', -99, charge);
    expect(await used()).toBe(0);
  });

  test('of what is gone leaves nothing behind', async () => {
    await correct('minute', -50, { window: 1, made: 0 });
    await correct('day', -50, { window: 1, made: 0 });
    expect(await redis.exists(`${prefix}:minute`, `${prefix}:day`)).toBe(0);
  });

  test('of a count that was wiped and made again adds all that was used', async () => {
    await begin('day');
    const charge = await takenOf('day');
    await redis.del(`${prefix}:day`);
    expect(await take(check('minute', 9), check('day', 1_000))).toEqual({
      refused: null,
      missing: [1],
      states: [],
    });
    await wait(2);
    await limits.seed([{ key: `${prefix}:day`, kind: 'day', amount: 300 }]);
    await correct('day', -20, charge);
    expect(await used()).toBe(340);
    await limits.seed([{ key: `${prefix}:day`, kind: 'day', amount: 200 }]);
    expect(await used()).toBe(340);
    expect(await redis.pttl(`${prefix}:day`)).toBeGreaterThan(0);
  });
});

describe('a slot', () => {
  const slot = () => check('slots', 1);

  test('is given back by its call only', async () => {
    const id = newUuid();
    await limits.take(id, [slot()]);
    const nothing = { delta: 0, window: 0, amount: 0, made: 0 };
    const free = { key: slot().key, kind: 'slots' as const, ...nothing };
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
