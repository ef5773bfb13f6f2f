import { openLimiter } from '@tollgate/inference/limits/open-limiter';
import type { Charge, Limiter } from '@tollgate/inference/limits/shared-or-local';
import type { Check } from '@tollgate/inference/limits/store';
import { newUuid } from '@tollgate/runtime/ids';
import { createLogger } from '@tollgate/runtime/logger';
import { scaleTimers } from '@tollgate/runtime/timers';
import { Redis } from 'ioredis';
import { eventually } from '../../support/eventually.ts';
import { anOwnRedis } from '../../support/own-redis.ts';
import type { OwnRedis } from '../../support/own-redis.ts';

const REPLICAS = 2;
const LIMIT = 10;
/** Longer than a call waits for Redis, in milliseconds. */
const OUTAGE_MS = 2_500;
/** Shorter than that, in milliseconds. */
const HICCUP_MS = 600;
/** How long a limit of ten a minute takes to let one more pass, in milliseconds. */
const REFILL_MS = 6_000;

let testRedis: OwnRedis;
let redis: Redis;
let limiters: Limiter[];
let away: number;
let logged: { reason?: string }[];
let startedMs: number;
let owner: string;

beforeAll(async () => {
  testRedis = await anOwnRedis();
  redis = new Redis(testRedis.url);
});
beforeEach(async () => {
  owner = newUuid();
  logged = [];
  startedMs = performance.now();
  limiters = await Promise.all(Array.from({ length: REPLICAS }, () => aLimiter(testRedis.url)));
});
afterEach(() => {
  for (const limiter of limiters) limiter.stop();
});
afterAll(async () => {
  redis.disconnect();
  await testRedis.drop();
});

function aLimiter(redisUrl: string): Promise<Limiter> {
  away = 0;
  const write = (line: string) => void logged.push(JSON.parse(line));
  return openLimiter({
    redisUrl,
    replicas: REPLICAS,
    timers: scaleTimers(1),
    now: () => Date.now(),
    logger: createLogger('test', 'info', { write }),
    onAway: () => void (away += 1),
  });
}

const minute = (): Check => ({
  key: `limit:{${owner}}:m`,
  kind: 'minute',
  limit: LIMIT,
  amount: 1,
});
const slots = (): Check => ({ key: `limit:{${owner}}:s`, kind: 'slots', limit: LIMIT, amount: 1 });
const nothing = () => Promise.resolve([]);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** So many calls at once, half of them at each process. */
const burst = (calls: number, check: () => Check): Promise<Charge[]> =>
  Promise.all(
    Array.from({ length: calls }, (_, index) =>
      (limiters[index % REPLICAS] as Limiter).take([check()], nothing),
    ),
  );
const passed = (charges: readonly Charge[]): Charge[] =>
  charges.filter(({ refused }) => refused === null);
/** What a bucket of ten a minute may have let through by now. */
const allowed = (): number => LIMIT + Math.ceil((performance.now() - startedMs) / REFILL_MS);

/** Works for so many milliseconds, and answers nobody meanwhile. */
const LONG_SCRIPT = `
local function now() local t = redis.call('TIME') return t[1] * 1000 + t[2] / 1000 end
local until_ms = now() + tonumber(ARGV[1])
while now() < until_ms do end`;

test.each([
  ['CLIENT PAUSE', () => redis.call('client', 'pause', String(HICCUP_MS), 'all')],
  ['a long script', () => redis.eval(LONG_SCRIPT, 0, HICCUP_MS)],
])('%s: an answer that is slow once is waited for, and no limit begins anew', async (_, slow) => {
  const slowed = slow();
  await wait(20);
  const charges = await burst(40, minute);
  await slowed;
  expect(passed(charges)).toHaveLength(LIMIT);
  expect(charges.every(({ isShared }) => isShared)).toBe(true);
  expect([away, logged]).toEqual([0, []]);
});

test('a Redis that is away in the middle of a minute: what was counted stays counted, before and after', async () => {
  expect(passed(await burst(16, minute))).toHaveLength(LIMIT);
  await redis.call('client', 'pause', String(OUTAGE_MS), 'all');
  const meanwhile = await burst(40, minute);
  expect(meanwhile.every(({ isShared }) => !isShared)).toBe(true);
  await eventually(async () => (await burst(2, minute)).every(({ isShared }) => isShared));
  const again = await burst(40, minute);
  const all = LIMIT + passed(meanwhile).length + passed(again).length;
  expect(all).toBeLessThanOrEqual(allowed());
});

test('a Redis that is away from the first call on is told afterwards what was counted', async () => {
  await redis.call('client', 'pause', String(OUTAGE_MS), 'all');
  const meanwhile = await burst(40, minute);
  expect(passed(meanwhile)).toHaveLength(LIMIT);
  await eventually(async () => (await burst(2, slots)).every(({ isShared }) => isShared));
  await wait(200);
  const again = await burst(40, minute);
  expect(again.every(({ isShared }) => isShared)).toBe(true);
  expect(LIMIT + passed(again).length).toBeLessThanOrEqual(allowed());
});

test('calls that run through an outage keep their slots, and give them back', async () => {
  const before = passed(await burst(6, slots));
  await redis.call('client', 'pause', String(OUTAGE_MS), 'all');
  const meanwhile = passed(await burst(20, slots));
  expect(before.length + meanwhile.length).toBeLessThanOrEqual(LIMIT);
  await eventually(async () => (await burst(2, minute)).every(({ isShared }) => isShared));
  const after = passed(await burst(20, slots));
  expect(before.length + meanwhile.length + after.length).toBe(LIMIT);
  const free = [
    { key: slots().key, kind: 'slots', delta: 0, window: 0, amount: 0, made: 0 },
  ] as const;
  await Promise.all([...before, ...meanwhile, ...after].map((charge) => charge.correct(free)));
  expect(passed(await burst(20, slots))).toHaveLength(LIMIT);
});

test('a Redis that refuses to write is left alone, with one line and its reason, until it counts', async () => {
  const name = `limits-${owner}`;
  await redis.call('acl', 'setuser', name, 'on', '>pw', '~*', '&*', '+@all');
  const url = new URL(testRedis.url);
  url.username = name;
  url.password = 'pw';
  const limiter = await aLimiter(url.href);
  const take = () => limiter.take([minute()], nothing);
  expect((await take()).isShared).toBe(true);
  await redis.call('acl', 'setuser', name, '-hset', '-hmset');
  const before = await redis.info('commandstats');
  for (let calls = 0; calls < 20; calls += 1) {
    expect((await take()).isShared).toBe(false);
    await wait(100);
  }
  const scripts = (info: string) =>
    [...info.matchAll(/cmdstat_evalsha?:calls=(\d+)/gu)].reduce((sum, [, n]) => sum + Number(n), 0);
  // One call and the looks of two seconds, which become fewer.
  expect(scripts(await redis.info('commandstats')) - scripts(before)).toBeLessThanOrEqual(6);
  expect(logged.map(({ reason }) => reason)).toEqual(['NOPERM']);
  expect(away).toBeGreaterThan(1);
  await redis.call('acl', 'setuser', name, '+@all');
  await eventually(async () => (await take()).isShared);
  limiter.stop();
  await redis.call('acl', 'deluser', name);
});
