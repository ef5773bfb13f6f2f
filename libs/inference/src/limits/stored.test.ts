import { NO_LIMITS } from '@tollgate/money/limit-set';
import type { Limits } from '@tollgate/money/limit-set';
import { createLogger } from '@tollgate/runtime/logger';
import type { Caller } from '../caller/caller.ts';
import { createLimiter } from './shared-or-local.ts';
import { createLocalLimits } from './local-store.ts';
import { STORED_BYTES_PER_MINUTE, takeStored } from './stored.ts';

const MEBIBYTE = 1_048_576;

const callerOf = (ownerId: string, limits: Limits = NO_LIMITS, mode = 'live'): Caller =>
  ({ key: { id: 'K', ownerId, limits, ownerLimits: NO_LIMITS }, mode }) as unknown as Caller;

function aLimiter() {
  const clock = { ms: 0 };
  const store = createLocalLimits({ replicas: 1, now: () => clock.ms });
  const limiter = createLimiter({
    shared: store,
    local: store,
    probe: () => Promise.resolve(),
    patienceMs: 1_000,
    logger: createLogger('test', 'silent'),
    probeEveryMs: 1_000,
    renewEveryMs: 1_000,
  });
  limiter.stop();
  return { limiter, clock };
}

test('large answers are given out until the bytes of a minute are used up, to each owner its own', async () => {
  const { limiter, clock } = aLimiter();
  const caller = callerOf('U');
  let fetched = 0;
  let refusal: unknown;
  while (refusal === undefined && fetched < 200 * MEBIBYTE) {
    try {
      const sent = await takeStored(limiter, { caller, kind: 'repetition' });
      sent(2 * MEBIBYTE);
      fetched += 2 * MEBIBYTE;
    } catch (error) {
      refusal = error;
    }
  }
  expect(fetched).toBe(STORED_BYTES_PER_MINUTE);
  expect(refusal).toMatchObject({
    code: 'rate_limit_exceeded',
    param: 'stored_bytes_per_minute',
    retryAfterSeconds: 1,
  });
  await takeStored(limiter, { caller: callerOf('V'), kind: 'repetition' });
  await takeStored(limiter, { caller: callerOf('U', NO_LIMITS, 'test'), kind: 'repetition' });
  clock.ms += 1_000;
  await takeStored(limiter, { caller, kind: 'repetition' });
});

test.each([
  ['repetition', 4_096],
  ['poll', 16_384],
] as const)('a %s counts however little it fetches: %i a minute', async (kind, most) => {
  const { limiter } = aLimiter();
  const caller = callerOf('U');
  for (let count = 0; count < most; count += 1) await takeStored(limiter, { caller, kind });
  await expect(takeStored(limiter, { caller, kind })).rejects.toThrow('64 MiB of stored answers');
});

test('a repetition is a request of the minute, a poll is none; the headers tell', async () => {
  const { limiter } = aLimiter();
  const caller = callerOf('U', { ...NO_LIMITS, requestsPerMinute: 2 });
  const announced: Record<string, string>[] = [];
  const sink = { announce: (headers: Record<string, string>) => void announced.push(headers) };
  for (let count = 0; count < 5; count += 1) await takeStored(limiter, { caller, kind: 'poll' });
  for (let count = 0; count < 2; count += 1) {
    await takeStored(limiter, { caller, kind: 'repetition' }, sink);
  }
  await expect(takeStored(limiter, { caller, kind: 'repetition' })).rejects.toMatchObject({
    param: 'requests_per_minute',
    retryAfterSeconds: 30,
  });
  expect(announced.map((headers) => headers['x-ratelimit-remaining-requests'])).toEqual(['1', '0']);
});
