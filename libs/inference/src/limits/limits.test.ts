import { NO_LIMITS } from '@tollgate/money/limit-set';
import type { Limits } from '@tollgate/money/limit-set';
import type { Caller } from '../caller/caller.ts';
import type { AnswerSink } from '../call.ts';
import { correctCounted, openLimits } from './limits.ts';
import { assertOpenWithin } from './limit-answers.ts';
import type { Spent } from './shared-or-local.ts';
import type { Check, Correction, Refused, Seed } from './store.ts';
import type { Plan } from '../plan.ts';
import type { Bill } from '../money/bill.ts';

const ALL: Limits = {
  requestsPerMinute: 10,
  tokensPerMinute: 1_000,
  concurrentRequests: 2,
  creditsPerDay: 5_000n,
  creditsPerMonth: 9_000n,
  outputTokensPerRequest: 40,
};

const planWith = (limits: Limits, ownerLimits: Limits = NO_LIMITS, isFree = false): Plan =>
  ({
    caller: { key: { id: 'K', ownerId: 'U', limits, ownerLimits } },
    inputBound: 30,
    output: { policy: 'explicit', effectiveMaxTokens: 50 },
    estimate: isFree ? null : { usage: { input: 30, output: 100, request: 1 }, amount: 700n },
  }) as unknown as Plan;

const bill = {
  usage: { input: 12, output: 8, request: 1 },
  charged: 100n,
} as Partial<Bill> as Bill;

const SPENT = { key: { day: 11n, month: 22n }, user: { day: 33n, month: 44n } };

function someLimits(refused: Refused | null = null, isShared = true) {
  const seen: { checks: Check[]; seeds: Seed[]; log: (string | Correction[])[]; headers: object } =
    {
      checks: [],
      seeds: [],
      log: [],
      headers: {},
    };
  const sink: AnswerSink = {
    announce: (headers) => void (seen.headers = headers),
    hasBegun: () => false,
    expect: () => undefined,
    send: () => void seen.log.push('sent'),
    openStream: () => ({
      write: () => Promise.resolve(),
      end: () => void seen.log.push('ended'),
    }),
    openFile: () => ({
      write: () => Promise.resolve(),
      end: () => void seen.log.push('ended'),
      breakOff: () => undefined,
    }),
  };
  const limiter = {
    async take(checks: readonly Check[], spent: Spent) {
      seen.checks = [...checks];
      seen.seeds = await spent(checks.filter(({ kind }) => kind === 'day' || kind === 'month'));
      const states = checks.map((_, index) => ({
        remaining: 9 - index,
        window: 7,
        resetMs: 1_001,
        made: 5,
      }));
      const correct = (list: readonly Correction[]) => {
        seen.log.push([...list]);
        return Promise.resolve();
      };
      const leaveSlots = () => void seen.log.push('left');
      return Promise.resolve({
        id: 'C',
        refused,
        missing: [],
        states,
        isShared,
        correct,
        leaveSlots,
      });
    },
    stop: () => undefined,
  };
  const findSpending = () => Promise.resolve(SPENT);
  return { taken: openLimits({ limiter, findSpending }, sink), seen };
}

const answer = { status: 200, headers: {}, body: Buffer.alloc(0) };
const key = (name: string) => `limit:{U}:key:K:${name}`;
const SLOT = {
  key: key('concurrent_requests'),
  kind: 'slots',
  delta: 0,
  window: 7,
  amount: 1,
  made: 5,
};
const corrected = (name: string, kind: string, [delta, amount]: [number, number]) => ({
  key: key(name),
  kind,
  delta,
  window: 7,
  amount,
  made: 5,
});

test('where no limit is set nobody is asked', async () => {
  const { taken, seen } = someLimits();
  await taken.take(planWith(NO_LIMITS));
  taken.sink.send(answer);
  taken.end(bill);
  expect(seen).toEqual({ checks: [], seeds: [], log: ['sent'], headers: {} });
});

test('a call takes its upper bounds of every limit of the key and the user', async () => {
  const { taken, seen } = someLimits();
  await taken.take(planWith(ALL, { ...NO_LIMITS, requestsPerMinute: 3 }));
  expect(seen.checks.map((check) => [check.key, check.kind, check.limit, check.amount])).toEqual([
    [key('requests_per_minute'), 'minute', 10, 1],
    [key('tokens_per_minute'), 'minute', 1_000, 130],
    [key('concurrent_requests'), 'slots', 2, 1],
    [key('credits_per_day'), 'day', 5_000, 700],
    [key('credits_per_month'), 'month', 9_000, 700],
    ['limit:{U}:user:requests_per_minute', 'minute', 3, 1],
  ]);
  expect(seen.headers).toEqual({
    'x-ratelimit-limit-requests': '3',
    'x-ratelimit-remaining-requests': '4',
    'x-ratelimit-reset-requests': '2s',
    'x-ratelimit-limit-tokens': '1000',
    'x-ratelimit-remaining-tokens': '8',
    'x-ratelimit-reset-tokens': '2s',
  });
});

test('counts of days and months that are not known are made from what was charged', async () => {
  const { taken, seen } = someLimits();
  await taken.take(planWith(ALL, ALL));
  const user = (name: string) => `limit:{U}:user:${name}`;
  expect(seen.seeds).toEqual([
    { key: key('credits_per_day'), kind: 'day', amount: 11 },
    { key: key('credits_per_month'), kind: 'month', amount: 22 },
    { key: user('credits_per_day'), kind: 'day', amount: 33 },
    { key: user('credits_per_month'), kind: 'month', amount: 44 },
  ]);
});

test('the sandbox costs no credits', async () => {
  const { taken, seen } = someLimits();
  await taken.take(planWith(ALL, NO_LIMITS, true));
  expect(seen.checks.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['minute', 1],
    ['minute', 80],
    ['slots', 1],
  ]);
});

test('a slot is given back before the answer leaves, once; counts are put right after it', async () => {
  const { taken, seen } = someLimits();
  await taken.take(planWith(ALL));
  taken.sink.send(answer);
  taken.end(bill);
  expect(seen.log).toEqual([
    [SLOT],
    'sent',
    [
      corrected('tokens_per_minute', 'minute', [-110, 130]),
      corrected('credits_per_day', 'day', [-600, 700]),
      corrected('credits_per_month', 'month', [-600, 700]),
    ],
  ]);
});

test('a stream gives its slot back before it ends', async () => {
  const { taken, seen } = someLimits();
  await taken.take(planWith({ ...NO_LIMITS, concurrentRequests: 2 }));
  taken.sink.openStream({}).end();
  taken.end(bill);
  expect(seen.log).toEqual([[SLOT], 'ended']);
});

test('a call that fails gives everything back but the request', async () => {
  const { taken, seen } = someLimits();
  await taken.take(planWith({ ...ALL, creditsPerMonth: null }));
  taken.end(null);
  expect(seen.log).toEqual([
    [SLOT],
    [
      corrected('tokens_per_minute', 'minute', [-130, 130]),
      corrected('credits_per_day', 'day', [-700, 700]),
    ],
  ]);
});

test('a call that goes on elsewhere keeps its slot, and the rest is put right where it ends', async () => {
  const { taken, seen } = someLimits();
  await taken.take(planWith(ALL));
  const { counted, slot } = taken.counted();
  expect(slot).toEqual({ id: 'C', keys: [SLOT.key] });
  taken.handOver();
  taken.sink.send(answer);
  expect(seen.log).toEqual(['left', 'sent']);
  const sent: [string, readonly Correction[]][] = [];
  const store = {
    correct: (id: string, list: readonly Correction[]) => {
      sent.push([id, list]);
      return Promise.resolve();
    },
  };
  await correctCounted(store, { opId: 'O', counted }, bill);
  await correctCounted(store, { opId: 'O', counted }, null);
  const deltas = sent.map(([id, list]) => [id, ...list.map(({ kind, delta }) => [kind, delta])]);
  expect(deltas).toEqual([
    ['O', ['minute', -110], ['day', -600], ['month', -600]],
    ['O', ['minute', -130], ['day', -700], ['month', -700]],
  ]);
});

test('what one process has counted alone is not put right by another', async () => {
  const { taken, seen } = someLimits(null, false);
  await taken.take(planWith(ALL));
  expect(taken.counted()).toEqual({ counted: [], slot: null });
  taken.handOver();
  expect(seen.log).toEqual([[SLOT]]);
});

test.each([
  [{ ofKey: 1, ofUser: 2 }, null],
  [{ ofKey: 2, ofUser: 2 }, 'of this key'],
  [{ ofKey: 0, ofUser: 3 }, 'of this account'],
])('open operations %o count against what may run at one time', (open, refusedBy) => {
  const key = { limits: ALL, ownerLimits: { ...NO_LIMITS, concurrentRequests: 3 } };
  const judge = () => assertOpenWithin(key as unknown as Caller['key'], open);
  if (refusedBy === null) expect(judge).not.toThrow();
  else expect(judge).toThrow(refusedBy);
});

test.each([
  [0, 2_500, 'rate_limit_exceeded', 'requests_per_minute', 3],
  [2, 1_000, 'rate_limit_exceeded', 'concurrent_requests', 1],
  [3, 90_000, 'quota_exceeded', 'credits_per_day', 90],
  [1, null, 'quota_exceeded', 'tokens_per_minute', undefined],
])('refusal %i', async (index, waitMs, code, param, retryAfterSeconds) => {
  const { taken, seen } = someLimits({ index, waitMs });
  const error = await taken.take(planWith(ALL)).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code, param });
  expect((error as { retryAfterSeconds?: number }).retryAfterSeconds).toBe(retryAfterSeconds);
  taken.end(null);
  expect(seen.log).toEqual([]);
  expect(seen.headers).toHaveProperty('x-ratelimit-limit-requests');
});
