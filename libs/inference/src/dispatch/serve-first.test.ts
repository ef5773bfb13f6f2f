import type { Billing } from '@tollgate/billing-client/billing-client';
import { GatewayError } from '@tollgate/contract/error-codes';
import { ProviderError } from '@tollgate/providers/adapter/adapter';
import type { Failure, Usage } from '@tollgate/providers/adapter/adapter';
import { scaleTimers } from '@tollgate/runtime/timers';
import { UNLIMITED } from '../catalogue/resolve.ts';
import type { AnswerSink } from '../call.ts';
import { createCredentialPool } from '../credentials/credential-pool.ts';
import { FAILURES_MAX, PAUSE_FIRST_MS } from '../credentials/failure-pauses.ts';
import type { Loss } from '../money/losses.ts';
import type { Plan } from '../plan.ts';
import { serveFirst } from './serve-first.ts';
import type { Served } from './served.ts';
import type { Spool } from '../spool/spool.ts';
import { newTryLog } from '../record/record.ts';

const AWAY: Failure = { kind: 'indeterminate', message: 'broken off' };

/** A target without a price, so that nothing has to be held. */
const target = (id: string, retries = 0, contextTokens = 100): Plan =>
  ({
    attempt: 1,
    estimate: null,
    caller: { key: { ownerId: 'U' } },
    output: null,
    resolved: { targets: [{ times: UNLIMITED }], contract: { capability: 'embeddings' } },
    target: {
      modelId: 'M',
      price: null,
      credential: { id },
      retries,
      contextTokens,
      provider: 'one',
      family: {},
      endpoint: { upstreamModel: 'm' },
    },
  }) as unknown as Plan;
const served = (failure: Failure | null): Served => ({ failure }) as Served;
const sink = (begun: boolean): AnswerSink => ({ hasBegun: () => begun }) as AnswerSink;

function aTable(begun = false) {
  const clock = { ms: 0 };
  const pool = createCredentialPool(() => clock.ms);
  const gone = new AbortController();
  const tried: string[] = [];
  const log = newTryLog(0);
  const lost: Loss[] = [];
  const deps = {
    pool,
    billing: {} as Billing,
    spool: {} as Spool,
    timers: scaleTimers(1),
    processId: 'p',
    losses: { book: (loss: Loss) => void lost.push(loss), flush: () => Promise.resolve() },
  };
  const serve = (
    ids: string[],
    work: (id: string) => Promise<Served>,
    retries = 0,
  ): Promise<Served> =>
    servePlans(
      ids.map((id) => target(id, retries)),
      work,
    );
  const serveContexts = (
    contexts: Record<string, number>,
    work: (id: string) => Promise<Served>,
  ): Promise<Served> =>
    servePlans(
      Object.entries(contexts).map(([id, tokens]) => target(id, 0, tokens)),
      work,
    );
  const servePlans = (plans: Plan[], work: (id: string) => Promise<Served>): Promise<Served> =>
    serveFirst(
      deps,
      {
        plans,
        sink: sink(begun),
        gone: gone.signal,
        tries: log,
      },
      (plan) => {
        const id = plan.target.credential?.id ?? '';
        tried.push(id);
        return work(id);
      },
    );
  const isShut = (id: string): boolean =>
    pool.readyInMs([{ id } as never], { ownerId: 'U', modelId: 'M' }) > 0;
  const standing = (): object => pool.standing();
  return {
    serve,
    serveContexts,
    servePlans,
    deps,
    gone,
    tried,
    log,
    lost,
    isShut,
    standing,
    clock,
  };
}

const fail = (failure: Failure): Promise<never> => Promise.reject(new ProviderError(failure));

test('a call goes on to the next target after a failure, and stops at the first that serves', async () => {
  const table = aTable();
  const result = await table.serve(['a', 'b', 'c'], (id) =>
    id === 'a' ? fail(AWAY) : Promise.resolve(served(null)),
  );
  expect(result.failure).toBeNull();
  expect(table.tried).toEqual(['a', 'b']);
});

test('what was shut is on trial from the moment that a call is sent there', async () => {
  const { serve, deps, clock } = aTable();
  const away: Failure = { kind: 'unavailable', message: 'away' };
  for (let count = 0; count < FAILURES_MAX; count += 1)
    deps.pool.failed({ credentialId: 'a', modelId: 'M' }, 'U', away);
  clock.ms += PAUSE_FIRST_MS;
  const order = () => deps.pool.order([{ id: 'a' } as never], { ownerId: 'U', modelId: 'M' });
  const during: object[] = [];
  await serve(['a'], () => {
    during.push(order());
    return Promise.resolve(served(null));
  });
  expect(during).toEqual([{ first: [], last: [{ id: 'a' }] }]);
  expect(order()).toEqual({ first: [{ id: 'a' }], last: [] });
});

test.each<[string, boolean, Failure]>([
  ['the request is at fault', false, { kind: 'rejected', message: 'no' }],
  ['bytes have left', true, AWAY],
])('does not go on when %s', async (_why, begun, failure) => {
  const table = aTable(begun);
  await expect(table.serve(['a', 'b'], () => fail(failure))).rejects.toThrow(failure.message);
  expect(table.tried).toEqual(['a']);
});

const GONE: Failure = { kind: 'model_unavailable', message: 'gone', status: 404 };
const TOO_LONG: Failure = { kind: 'context_length', message: 'too long', status: 400 };
const BUSY: Failure = { kind: 'overloaded', message: 'busy' };

test('a target that is gone makes room for the next one, and shuts no credential', async () => {
  const table = aTable();
  for (let call = 0; call < FAILURES_MAX * 2; call += 1) {
    const result = await table.serve(['a', 'b'], (id) =>
      id === 'a' ? fail(GONE) : Promise.resolve(served(null)),
    );
    expect(result.failure).toBeNull();
  }
  expect(table.isShut('a')).toBe(false);
  expect(table.standing()).toEqual({ paused: 1, shut: 0 });
});

test('a prompt that is too long goes on to targets with a longer context only', async () => {
  const table = aTable();
  const result = await table.serveContexts({ a: 100, b: 50, c: 100, d: 200 }, (id) =>
    id === 'd' ? Promise.resolve(served(null)) : fail(TOO_LONG),
  );
  expect(result.failure).toBeNull();
  expect(table.tried).toEqual(['a', 'd']);
});

test.each<[string, Failure[], string]>([
  ['may pass, and not that a target is gone', [BUSY, GONE], 'busy'],
  ['may pass, and not that the prompt is too long', [BUSY, TOO_LONG], 'busy'],
  ['came last among those that may pass', [BUSY, AWAY], 'broken off'],
  ['is about the prompt, and not that a target is gone', [TOO_LONG, GONE], 'too long'],
  ['is that a target is gone, where all are', [GONE, GONE], 'gone'],
])('the caller is told of the failure that %s', async (_why, failures, reported) => {
  const table = aTable();
  const serving = table.serveContexts({ 0: 10, 1: 20 }, (id) => fail(failures[Number(id)] ?? AWAY));
  await expect(serving).rejects.toThrow(reported);
  expect(table.tried).toEqual(['0', '1']);
});

/** A target with a price of its own, so that its hold replaces the one before. */
function pricedPlan(id: string, attempt: number): Plan {
  const plan = target(id);
  const price = { id: 'P', upliftBp: 0, prices: {} };
  const estimate = { amount: 1n, usage: {} };
  return { ...plan, attempt, estimate, target: { ...plan.target, price } } as unknown as Plan;
}

test.each<[string, Error, RegExp]>([
  ['a wallet without credit for it is told the failure before', refusedHold(), /broken off/u],
  ['a mistake of ours is no failure of a provider', new TypeError('a mistake'), /a mistake/u],
])('a target at another price needs its hold: %s', async (_title, thrown, reported) => {
  const table = aTable();
  Object.assign(table.deps, {
    billing: { reserve: () => Promise.reject(thrown) },
    spool: { append: () => Promise.resolve() },
  });
  const plans = [target('a'), pricedPlan('b', 2)];
  await expect(table.servePlans(plans, () => fail(AWAY))).rejects.toThrow(reported);
  expect(table.tried).toEqual(['a']);
});

function refusedHold(): GatewayError {
  return new GatewayError('insufficient_credit', 'there is no credit');
}

test('B14 tries nothing again once the caller has left', async () => {
  const table = aTable();
  await expect(
    table.serve(['a', 'b'], () => {
      table.gone.abort();
      return fail(AWAY);
    }),
  ).rejects.toThrow('broken off');
  expect(table.tried).toEqual(['a']);
});

test('callers who hang up never shut a credential, providers that break off do', async () => {
  const [hungUp, brokenOff] = [aTable(), aTable()];
  hungUp.gone.abort();
  for (let call = 0; call < FAILURES_MAX * 2; call += 1) {
    await hungUp.serve(['a'], () => Promise.resolve(served(AWAY)));
    await hungUp.serve(['a'], () => fail(AWAY)).catch(() => undefined);
    await brokenOff.serve(['a'], () => Promise.resolve(served(AWAY)));
  }
  expect(hungUp.isShut('a')).toBe(false);
  expect(brokenOff.isShut('a')).toBe(true);
});

describe('a target that may be tried again', () => {
  test('is, before the next one has its turn', async () => {
    const table = aTable();
    const busy: Failure = { kind: 'overloaded', message: 'busy' };
    const result = await table.serve(
      ['a', 'b'],
      (id) => (id === 'a' ? fail(busy) : Promise.resolve(served(null))),
      2,
    );
    expect(result.failure).toBeNull();
    expect(table.tried).toEqual(['a', 'a', 'a', 'b']);
  });

  test.each<[string, Failure]>([
    ['the credential is refused', { kind: 'credential', message: 'no' }],
    ['nobody knows what became of it', AWAY],
    ['it asks for a long pause', { kind: 'rate_limited', message: 'no', retryAfterSeconds: 20 }],
  ])('is not when %s', async (_why, failure) => {
    const table = aTable();
    await expect(table.serve(['a', 'b'], () => fail(failure), 2)).rejects.toThrow(failure.message);
    expect(table.tried).toEqual(['a', 'b']);
  });

  test('is not after its caller has left during the pause', async () => {
    const table = aTable();
    const busy: Failure = { kind: 'unavailable', message: 'busy' };
    const serving = table.serve(
      ['a', 'b'],
      () => {
        setImmediate(() => table.gone.abort());
        return fail(busy);
      },
      2,
    );
    await expect(serving).rejects.toThrow('busy');
    expect(table.tried).toEqual(['a']);
  });
});

test('each try that may have cost something is a loss, and those that a provider refused are none', async () => {
  const usage: Usage = { input: 9, cache_read: 0, cache_write: 0, output: 3, reasoning: 0 };
  const table = aTable();
  await table.serve(['busy', 'reported', 'away', 'c'], (id) => {
    if (id === 'c') return Promise.resolve(served(null));
    if (id === 'busy') return fail({ kind: 'overloaded', message: 'busy' });
    const failure: Failure = id === 'away' ? AWAY : { kind: 'malformed', message: 'nonsense' };
    return Promise.reject(new ProviderError(failure, id === 'reported' ? { usage } : {}));
  });
  const seen = table.lost.map(({ plan, ...rest }) => ({ ...rest, by: plan.target.credential?.id }));
  expect(seen).toEqual([
    { by: 'reported', reason: 'failed', usage, charged: 0n },
    { by: 'away', reason: 'failed', usage: null, charged: 0n },
  ]);
});
