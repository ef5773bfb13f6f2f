import { createLogger } from '@tollgate/runtime/logger';
import { createLimiter } from './shared-or-local.ts';
import { createLocalLimits } from './local-store.ts';
import type { Check, LimitStore } from './store.ts';

const CHECK: Check = { key: 's', kind: 'slots', limit: 2, amount: 1 };
const FREE = { key: 's', kind: 'slots', delta: 0, window: 0, amount: 0, made: 0 } as const;
const DAY: Check = { key: 'd', kind: 'day', limit: 100, amount: 10 };
const NOTHING = () => Promise.resolve([]);
/** The sums say that so much has been used; counts how often they are asked. */
function used(amount: number) {
  const asked = { times: 0 };
  const spent = (checks: readonly Check[]) => {
    asked.times += 1;
    return Promise.resolve(checks.map(({ key, kind }) => ({ key, kind, amount })));
  };
  return { asked, spent };
}

function aShared() {
  const inner = createLocalLimits({ replicas: 1, now: () => 0 });
  const seen = { takes: 0, corrections: 0, renewals: 0, probes: 0, seeds: 0, isAway: false };
  const answer = <Value>(count: keyof typeof seen, work: () => Promise<Value>): Promise<Value> => {
    if (count !== 'isAway') seen[count] += 1;
    return seen.isAway ? Promise.reject(new Error('away')) : work();
  };
  const shared: LimitStore = {
    take: (id, checks) => answer('takes', () => inner.take(id, checks)),
    correct: (id, list) => answer('corrections', () => inner.correct(id, list)),
    seed: (seeds) => answer('seeds', () => inner.seed(seeds)),
    renew: (id, keys) => answer('renewals', () => inner.renew(id, keys)),
  };
  const limiter = createLimiter({
    shared,
    local: createLocalLimits({ replicas: 1, now: () => 0 }),
    probe: () => answer('probes', () => Promise.resolve()),
    patienceMs: 1_000,
    logger: createLogger('test', 'silent'),
    probeEveryMs: 5,
    renewEveryMs: 5,
  });
  return { limiter, seen };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(1);
}
/** Waits for the answer to a probe that begins now or later, and for what follows it at once. */
async function untilProbed(seen: { probes: number }): Promise<void> {
  const { probes } = seen;
  await until(() => seen.probes > probes);
  await wait(0);
}

test('a store that fails is asked once; this process counts until it answers a probe', async () => {
  const { limiter, seen } = aShared();
  seen.isAway = true;
  for (const refused of [false, false, true, true]) {
    expect((await limiter.take([CHECK], NOTHING)).refused !== null).toBe(refused);
  }
  expect(seen.takes).toBe(1);
  seen.isAway = false;
  await untilProbed(seen);
  expect((await limiter.take([CHECK], NOTHING)).refused).toBeNull();
  expect(seen.takes).toBe(2);
  limiter.stop();
});

test('slots are given back where they were taken', async () => {
  const { limiter, seen } = aShared();
  const charge = await limiter.take([CHECK], NOTHING);
  await charge.correct([FREE]);
  expect(seen.corrections).toBe(1);
  seen.isAway = true;
  const local = await limiter.take([CHECK], NOTHING);
  await local.correct([FREE]);
  expect(seen.corrections).toBe(1);
  expect((await limiter.take([CHECK], NOTHING)).states[0]?.remaining).toBe(1);
  limiter.stop();
});

test('slots are renewed as long as their call runs', async () => {
  const { limiter, seen } = aShared();
  const charge = await limiter.take([CHECK], NOTHING);
  await until(() => seen.renewals > 1);
  await charge.correct([FREE]);
  const renewals = seen.renewals;
  await wait(40);
  expect(seen.renewals).toBe(renewals);
  limiter.stop();
});

test('a count that is not known is made from the sums, once; they are not asked again', async () => {
  const { limiter } = aShared();
  const { asked, spent } = used(75);
  for (const remaining of [15, 5]) {
    const { refused, states } = await limiter.take([CHECK, DAY], spent);
    expect([refused, states[1]?.remaining]).toEqual([null, remaining]);
  }
  expect((await limiter.take([DAY], spent)).refused).not.toBeNull();
  expect(asked.times).toBe(1);
  limiter.stop();
});

test('what a process has counted alone, the shared store is told when it is back', async () => {
  const { limiter, seen } = aShared();
  await limiter.take([DAY], used(0).spent);
  seen.isAway = true;
  expect((await limiter.take([DAY], used(40).spent)).states[0]?.remaining).toBe(50);
  seen.isAway = false;
  await untilProbed(seen);
  const { asked, spent } = used(60);
  expect((await limiter.take([DAY], spent)).states[0]?.remaining).toBe(30);
  expect((await limiter.take([DAY], spent)).states[0]?.remaining).toBe(20);
  expect(asked.times).toBe(1);
  limiter.stop();
});

test('a call for which the sums cannot be read is not let through', async () => {
  const { limiter } = aShared();
  const away = () => Promise.reject(new Error('no sums'));
  await expect(limiter.take([DAY], away)).rejects.toThrow('no sums');
  expect((await limiter.take([DAY], used(0).spent)).states[0]?.remaining).toBe(90);
  limiter.stop();
});
