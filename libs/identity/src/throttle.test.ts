import { createLoginThrottle } from './throttle.ts';
import type { LoginLimits } from './throttle.ts';

const LIMITS: LoginLimits = {
  account: { failures: 3, seconds: 60 },
  knownAddress: { failures: 2, seconds: 60 },
  address: { failures: 5, seconds: 60 },
};
const attempt = (account: string, address: string, addressIsKnown = false) => ({
  account,
  address,
  addressIsKnown,
});
const refused = expect.objectContaining({ code: 'rate_limit_exceeded' });

test('failures of one account are counted over all strange addresses', async () => {
  const throttle = createLoginThrottle({ plane: 'user', limits: LIMITS });
  for (let turn = 0; turn < 3; turn += 1) await throttle.take(attempt('a', `10.0.0.${turn}`));
  await expect(throttle.take(attempt('a', '10.0.0.9'))).rejects.toEqual(refused);
  await expect(throttle.take(attempt('b', '10.0.0.9'))).resolves.toBeDefined();
});

test('a known address is counted by itself, so that strangers lock nobody out', async () => {
  const throttle = createLoginThrottle({ plane: 'user', limits: LIMITS });
  for (let turn = 0; turn < 3; turn += 1) await throttle.take(attempt('a', `10.0.0.${turn}`));
  await throttle.take(attempt('a', '10.0.1.1', true));
  await throttle.take(attempt('a', '10.0.1.1', true));
  await expect(throttle.take(attempt('a', '10.0.1.1', true))).rejects.toEqual(refused);
});

test('failures of one address are counted over all accounts', async () => {
  const throttle = createLoginThrottle({ plane: 'user', limits: LIMITS });
  for (let turn = 0; turn < 5; turn += 1) await throttle.take(attempt(`a${turn}`, '10.0.0.1'));
  await expect(throttle.take(attempt('z', '10.0.0.1'))).rejects.toEqual(refused);
});

test('logins that succeed do not count against the throttle', async () => {
  const throttle = createLoginThrottle({ plane: 'user', limits: LIMITS });
  for (let turn = 0; turn < 20; turn += 1) {
    const takeBack = await throttle.take(attempt('a', '10.0.0.1'));
    await takeBack();
  }
});

test('guesses at the same time count as well', async () => {
  const throttle = createLoginThrottle({ plane: 'user', limits: LIMITS });
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, turn) => throttle.take(attempt('a', `10.0.0.${turn}`))),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

test('a refusal says how long to wait', async () => {
  const throttle = createLoginThrottle({ plane: 'user', limits: LIMITS });
  for (let turn = 0; turn < 3; turn += 1) await throttle.take(attempt('a', `10.0.0.${turn}`));
  const error: { retryAfterSeconds?: number } = await throttle.take(attempt('a', '10.0.0.9')).then(
    () => ({}),
    (thrown: { retryAfterSeconds?: number }) => thrown,
  );
  expect(error.retryAfterSeconds).toBeGreaterThan(0);
  expect(error.retryAfterSeconds).toBeLessThanOrEqual(60);
});

test('while Redis is away this process counts', async () => {
  const away = { status: 'reconnecting', defineCommand: () => undefined };
  const throttle = createLoginThrottle({ plane: 'user', limits: LIMITS, redis: away });
  for (let turn = 0; turn < 3; turn += 1) await throttle.take(attempt('a', `10.0.0.${turn}`));
  await expect(throttle.take(attempt('a', '10.0.0.9'))).rejects.toEqual(refused);
});
