import { createLogger } from '@tollgate/runtime/logger';
import { createLimiter } from './limiter.ts';
import { createLocalLimits } from './local-store.ts';
import type { Check, LimitStore } from './store.ts';

const CHECK: Check = { key: 's', kind: 'slots', limit: 2, amount: 1 };
const FREE = { key: 's', kind: 'slots', delta: 0, window: 0 } as const;

function aShared() {
  const inner = createLocalLimits({ replicas: 1, now: () => 0 });
  const seen = { takes: 0, corrections: 0, renewals: 0, pings: 0, isAway: false };
  const answer = <Value>(count: keyof typeof seen, work: () => Promise<Value>): Promise<Value> => {
    if (count !== 'isAway') seen[count] += 1;
    return seen.isAway ? Promise.reject(new Error('away')) : work();
  };
  const shared: LimitStore = {
    take: (id, checks) => answer('takes', () => inner.take(id, checks)),
    correct: (id, list) => answer('corrections', () => inner.correct(id, list)),
    renew: (id, keys) => answer('renewals', () => inner.renew(id, keys)),
  };
  const limiter = createLimiter({
    shared,
    local: createLocalLimits({ replicas: 1, now: () => 0 }),
    ping: () => answer('pings', () => Promise.resolve()),
    logger: createLogger('test', 'silent'),
    probeEveryMs: 5,
    renewEveryMs: 5,
  });
  return { limiter, seen };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('a store that fails is asked once; this process counts until it answers a probe', async () => {
  const { limiter, seen } = aShared();
  seen.isAway = true;
  for (const refused of [false, false, true, true]) {
    expect((await limiter.take([CHECK])).refused !== null).toBe(refused);
  }
  expect(seen.takes).toBe(1);
  seen.isAway = false;
  await wait(40);
  expect((await limiter.take([CHECK])).refused).toBeNull();
  expect(seen.takes).toBe(2);
  limiter.stop();
});

test('slots are given back where they were taken', async () => {
  const { limiter, seen } = aShared();
  const charge = await limiter.take([CHECK]);
  await charge.correct([FREE]);
  expect(seen.corrections).toBe(1);
  seen.isAway = true;
  const local = await limiter.take([CHECK]);
  await local.correct([FREE]);
  expect(seen.corrections).toBe(1);
  expect((await limiter.take([CHECK])).states[0]?.remaining).toBe(1);
  limiter.stop();
});

test('slots are renewed as long as their call runs', async () => {
  const { limiter, seen } = aShared();
  const charge = await limiter.take([CHECK]);
  await wait(40);
  expect(seen.renewals).toBeGreaterThan(1);
  await charge.correct([FREE]);
  const renewals = seen.renewals;
  await wait(40);
  expect(seen.renewals).toBe(renewals);
  limiter.stop();
});
