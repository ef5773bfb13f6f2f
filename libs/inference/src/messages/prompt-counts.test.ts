import { GatewayError } from '@tollgate/contract/error-codes';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { Failure } from '@tollgate/providers/adapter/adapter';
import { familyById } from '@tollgate/providers/families';
import type { Limiter } from '../limits/shared-or-local.ts';
import { createLocalLimits } from '../limits/local-store.ts';
import type { CountingTarget } from '../dispatch/providers.ts';
import { createPromptCounts } from './prompt-counts.ts';

const anthropic = familyById('anthropic');

const endpoint = {
  family: 'anthropic',
  provider: 'anthropic',
  upstreamModel: 'claude-opus-5-5',
  baseUrl: 'https://api.example.com',
};
const family = anthropic?.messages?.(endpoint)?.({ body: {}, headers: {} });
if (anthropic === undefined || family === undefined) throw new Error('nobody counts');

const targetWith = (id: string): CountingTarget => ({
  family,
  endpoint,
  credential: { id } as CountingTarget['credential'],
});
const WAY = targetWith('one');

/**
 * Counts against a provider that does what `work` does, with a clock that stops until it is moved.
 */
function aCounter(work: () => Promise<number>) {
  const seen = { asked: 0, nowMs: 0 };
  const local = createLocalLimits({ replicas: 1, now: () => seen.nowMs });
  let calls = 0;
  const limiter: Pick<Limiter, 'take'> = {
    async take(checks) {
      calls += 1;
      const id = `call ${calls}`;
      const correct: Awaited<ReturnType<Limiter['take']>>['correct'] = (list) =>
        local.correct(id, list);
      const taken = await local.take(id, checks);
      return { ...taken, id, isShared: false, correct, leaveSlots: () => undefined };
    },
  };
  const promptTokens = (): Promise<number> => {
    seen.asked += 1;
    return work();
  };
  const counts = createPromptCounts({
    providers: { promptTokens },
    limiter,
    now: () => seen.nowMs,
  });
  const count = (ownerId = 'ann', target = WAY, gone = new AbortController().signal) =>
    counts.count(target, { ownerId, gone });
  return { seen, count };
}

const failing = (failure: Partial<Failure>) => () =>
  Promise.reject(new ProviderError({ kind: 'rate_limited', message: 'no', ...failure }));

test('the count of the provider is told; a family without a counter is not asked', async () => {
  const { count, seen } = aCounter(() => Promise.resolve(14));
  expect(await count()).toBe(14);
  expect(await count('ann', { ...WAY, family: anthropic })).toBeNull();
  expect(await count('ann', { ...WAY, credential: null })).toBeNull();
  expect(seen.asked).toBe(1);
});

test('an owner gets thirty in a minute, and others get theirs', async () => {
  const { count, seen } = aCounter(() => Promise.resolve(1));
  for (let times = 0; times < 40; times += 1) await count('ann');
  expect(seen.asked).toBe(30);
  expect(await count('ben')).toBe(1);
  seen.nowMs = 60_000;
  expect(await count('ann')).toBe(1);
});

test('an owner gets two at one time', async () => {
  const ends: (() => void)[] = [];
  const { count, seen } = aCounter(
    () => new Promise((resolve) => void ends.push(() => resolve(1))),
  );
  const open = [count(), count()];
  expect(await count()).toBeNull();
  expect(seen.asked).toBe(2);
  for (const end of ends) end();
  await Promise.all(open);
  const next = count();
  while (ends.length < 3) await Promise.resolve();
  ends[2]?.();
  expect(await next).toBe(1);
});

test.each<[string, Partial<Failure>, { ben: number; afterMs: number }]>([
  ['a limit', { kind: 'rate_limited', status: 429 }, { ben: 1, afterMs: 10_000 }],
  ['a limit that says how long', { retryAfterSeconds: 30 }, { ben: 1, afterMs: 30_000 }],
  ['a limit that says too long', { retryAfterSeconds: 3_600 }, { ben: 1, afterMs: 60_000 }],
  ['a refused credential', { kind: 'credential', status: 401 }, { ben: 1, afterMs: 10_000 }],
  ['an unknown route', { kind: 'rejected', status: 404 }, { ben: 1, afterMs: 10_000 }],
  ['silence', { kind: 'timeout' }, { ben: 2, afterMs: 10_000 }],
  ['nonsense', { kind: 'malformed', status: 200 }, { ben: 2, afterMs: 10_000 }],
])('after %s nobody waits for the next count', async (_name, failure, { ben, afterMs }) => {
  const { count, seen } = aCounter(failing(failure));
  expect(await count('ann')).toBeNull();
  seen.nowMs = afterMs - 1;
  expect(await count('ann')).toBeNull();
  expect(seen.asked).toBe(1);
  expect(await count('ben')).toBeNull();
  expect(seen.asked).toBe(ben);
  await count('ann', targetWith('two'));
  expect(seen.asked).toBe(ben + 1);
  seen.nowMs = afterMs;
  await count('ann');
  expect(seen.asked).toBe(ben + 2);
});

test.each<[Partial<Failure>, string]>([
  [{ kind: 'rejected', status: 400 }, 'upstream_rejected'],
  [{ kind: 'rejected', status: 413 }, 'upstream_rejected'],
  [{ kind: 'context_length', status: 400 }, 'context_length_exceeded'],
])('what is wrong with the prompt is told, and pauses nothing: %j', async (failure, code) => {
  const { count, seen } = aCounter(failing(failure));
  for (const times of [1, 2]) {
    await expect(count()).rejects.toMatchObject({ code });
    expect(seen.asked).toBe(times);
  }
});

test('a caller who leaves pauses nothing', async () => {
  const gone = new AbortController();
  const { count, seen } = aCounter(() => {
    gone.abort();
    return failing({ kind: 'unavailable' })();
  });
  expect(await count('ann', WAY, gone.signal)).toBeNull();
  await count('ann');
  expect(seen.asked).toBe(2);
});

test('a credential that cannot be opened leaves our bound', async () => {
  const closed = new GatewayError('upstream_credential_rejected', 'no');
  const { count } = aCounter(() => Promise.reject(closed));
  expect(await count()).toBeNull();
});
