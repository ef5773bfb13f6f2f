import type { Billing } from '@tollgate/billing-client/billing-client';
import { GatewayError } from '@tollgate/contract/error-codes';
import type { SettleItem } from '@tollgate/contract/billing';
import { createLogger } from '@tollgate/runtime/logger';
import type { Plan } from '../plan.ts';
import { countsOf, foldUnpriced, release, settle } from './settle.ts';
import type { MoneyDeps } from './settle.ts';
import type { Journal } from '../spool/journal.ts';
import type { SpooledDecision } from '../spool/spool.ts';

const PRICES = { input: 1_000n, output: 4_000n };

function aPlan(changes: { maxCredits?: bigint; free?: boolean } = {}): Plan {
  const plan = {
    opId: '019b76da-a800-7000-8000-000000000001',
    attempt: 1,
    caller: { key: { ownerId: '019b76da-a800-7000-8000-000000000002' } },
    target: { price: changes.free ? null : { id: 'p', prices: PRICES, upliftBp: 0 } },
    estimate: changes.free ? null : { usage: {}, amount: 100n },
    maxCredits: changes.maxCredits ?? null,
    images: 0,
  };
  return plan as unknown as Plan;
}

function someDeps(settleWith: (item: SettleItem) => Promise<unknown>) {
  const spooled: SpooledDecision[] = [];
  const billing = {
    settle: settleWith,
    release: () => Promise.reject(new GatewayError('billing_unavailable', 'away')),
  };
  const deps: MoneyDeps = {
    billing: billing as unknown as Billing,
    logger: createLogger('test', 'silent'),
    overruns: { note: () => undefined, count: () => undefined },
    spool: {
      append: (decision) => {
        spooled.push(decision);
        return Promise.resolve();
      },
      isHealthy: () => true,
      doubt: () => undefined,
      quarantined: () => 0,
      oldestSeconds: () => 0,
      replay: () => Promise.resolve(0),
    },
  };
  return { deps, spooled };
}

const away = (): Promise<never> => Promise.reject(new GatewayError('billing_unavailable', 'away'));
const consumption = {
  usage: { input: 10, output: 5 },
  source: 'provider' as const,
  partial: false,
};

test('what is kept for an hour is counted apart, and folded into what else is written without a price', () => {
  const nothing = { input: 0, cache_read: 0, output: 0, reasoning: 0 };
  expect(countsOf({ ...nothing, cache_write: 9, cache_write_1h: 4 })).toEqual({
    cache_write: 5,
    cache_write_1h: 4,
  });
  expect(countsOf({ ...nothing, cache_write: 4, cache_write_1h: 4 })).toEqual({
    cache_write_1h: 4,
  });
  const counts = { input: 1, cache_write: 5, cache_write_1h: 4 };
  expect(foldUnpriced(counts, { ...PRICES, cache_write: 1n })).toEqual({
    input: 1,
    cache_write: 9,
  });
  expect(foldUnpriced(counts, PRICES)).toEqual({ input: 10 });
});

test('tokens of a cache without a price are charged as input, and the bill says so', async () => {
  const { deps } = someDeps(() =>
    Promise.resolve({ outcome: 'settled', charged_nano: '1', uncovered_nano: '0' }),
  );
  const cached = { ...consumption, usage: { input: 10, cache_read: 5, reasoning: 3, output: 5 } };
  expect(await settle(deps, aPlan(), cached)).toMatchObject({
    usage: { input: 15, output: 8 },
    suspect: 'unpriced',
  });
  const graver = { ...cached, suspect: 'total_differs' as const };
  expect(await settle(deps, aPlan(), graver)).toMatchObject({ suspect: 'total_differs' });
  const reasoning = { ...consumption, usage: { input: 10, reasoning: 3, output: 5 } };
  expect(await settle(deps, aPlan(), reasoning)).not.toHaveProperty('suspect');
});

test('the cost is usage times price, and billing says what was charged', async () => {
  const items: SettleItem[] = [];
  const { deps } = someDeps((item) => {
    items.push(item);
    return Promise.resolve({ outcome: 'settled', charged_nano: '30', uncovered_nano: '0' });
  });
  const bill = await settle(deps, aPlan(), consumption);
  expect(bill).toMatchObject({ charged: 30n, cost: 30n });
  expect(bill).not.toHaveProperty('unsure');
  expect(items[0]).toMatchObject({ cost_nano: '30', usage_source: 'provider', attempt: 1 });
});

test("a caller's own ceiling travels with the whole cost, and also through the spool", async () => {
  const items: SettleItem[] = [];
  const { deps } = someDeps((item) => {
    items.push(item);
    return Promise.resolve({ outcome: 'settled', charged_nano: '7', uncovered_nano: '23' });
  });
  expect((await settle(deps, aPlan({ maxCredits: 7n }), consumption)).charged).toBe(7n);
  expect(items).toMatchObject([{ cost_nano: '30', ceiling_nano: '7' }]);
  const later = someDeps(away);
  expect((await settle(later.deps, aPlan({ maxCredits: 7n }), consumption)).charged).toBe(7n);
  expect(later.spooled).toMatchObject([
    { kind: 'settle', item: { cost_nano: '30', ceiling_nano: '7' } },
  ]);
});

test('FD13 a cost that no column holds is told as the most that one does', async () => {
  const items: SettleItem[] = [];
  const { deps } = someDeps((item) => {
    items.push(item);
    return Promise.resolve({ outcome: 'settled', charged_nano: '100', uncovered_nano: '1' });
  });
  const dear = { price: { id: 'p', prices: { output: 1_000_000_000_000n }, upliftBp: 0 } };
  const usage = { output: Number.MAX_SAFE_INTEGER };
  await settle(deps, { ...aPlan(), target: dear as Plan['target'] }, { ...consumption, usage });
  expect(items).toMatchObject([{ cost_nano: '9223372036854775807' }]);
});

test.each(['conflict', 'unknown'])(
  'a settlement answered %s is left to the spool to look after',
  async (outcome) => {
    const { deps, spooled } = someDeps(() =>
      Promise.resolve({ outcome, charged_nano: '4', uncovered_nano: '0' }),
    );
    const bill = await settle(deps, aPlan(), consumption);
    expect(bill).toMatchObject({ charged: 4n, unsure: true });
    expect(spooled).toMatchObject([{ kind: 'settle', item: { cost_nano: '30' } }]);
  },
);

test('FC16 with billing away the decision is on the disk, and the charge is what it will be', async () => {
  const { deps, spooled } = someDeps(away);
  expect((await settle(deps, aPlan(), consumption)).charged).toBe(30n);
  expect(spooled).toMatchObject([{ kind: 'settle', item: { cost_nano: '30' } }]);
  const dear = { ...consumption, usage: { output: 1_000 } };
  expect(await settle(deps, aPlan(), dear)).toMatchObject({ charged: 100n, unsure: true });
});

test('FD10 with billing away and a disk that refuses the caller hears 503, not an error of ours', async () => {
  const { deps } = someDeps(away);
  const spool = { ...deps.spool, append: () => Promise.reject(new Error('no space')) };
  await expect(settle({ ...deps, spool }, aPlan(), consumption)).rejects.toMatchObject({
    status: 503,
    code: 'billing_unavailable',
  });
});

test('FA14 a release that billing does not hear goes to the spool', async () => {
  const { deps, spooled } = someDeps(away);
  await release(deps, aPlan(), 'upstream_timeout');
  expect(spooled).toMatchObject([{ kind: 'release', item: { reason: 'upstream_timeout' } }]);
});

test('the sandbox moves no money', async () => {
  const { deps, spooled } = someDeps(away);
  expect((await settle(deps, aPlan({ free: true }), consumption)).charged).toBe(0n);
  await release(deps, aPlan({ free: true }), 'x');
  expect(spooled).toEqual([]);
});

test('usage without a price of its own counts as its plain kind', () => {
  const usage = { input: 1, cache_read: 2, cache_write: 3, output: 4, reasoning: 5 };
  expect(foldUnpriced(usage, PRICES)).toEqual({ input: 6, output: 9 });
  expect(foldUnpriced(usage, { ...PRICES, cache_read: 1n })).toEqual({
    input: 4,
    cache_read: 2,
    output: 9,
  });
});

describe('with a journal', () => {
  const unasked = (): Promise<never> => Promise.reject(new Error('billing was asked'));

  /** Deps with a journal that keeps, refuses or doubts what is given to it. */
  function withJournal(
    settleWith: (item: SettleItem) => Promise<unknown>,
    given: { takes?: boolean; append?: () => Promise<boolean> } = {},
  ) {
    const { deps, spooled } = someDeps(settleWith);
    const journaled: SettleItem[] = [];
    const journal: Journal = {
      takes: () => given.takes ?? true,
      append(item) {
        journaled.push(item);
        return given.append?.() ?? Promise.resolve(true);
      },
      heard: () => undefined,
      flush: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
    return { deps: { ...deps, journal }, journaled, spooled };
  }

  const settledFor = (charged: string) => () =>
    Promise.resolve({ outcome: 'settled', charged_nano: charged, uncovered_nano: '0' });

  test('a charge within the hold is known from the journal, without billing', async () => {
    const { deps, journaled } = withJournal(unasked);
    expect(await settle(deps, aPlan(), consumption)).toMatchObject({ charged: 30n, cost: 30n });
    const capped = await settle(deps, aPlan({ maxCredits: 7n }), consumption);
    expect(capped).toMatchObject({ charged: 7n, cost: 30n });
    expect(journaled.map(({ cost_nano: cost }) => cost)).toEqual(['30', '30']);
  });

  test('a charge beyond the hold waits for billing, but a ceiling within the hold does not', async () => {
    const dear = { ...consumption, usage: { input: 10, output: 50 } };
    const beyond = withJournal(settledFor('210'));
    expect((await settle(beyond.deps, aPlan(), dear)).charged).toBe(210n);
    expect(beyond.journaled).toEqual([]);
    const capped = withJournal(unasked);
    const bill = await settle(capped.deps, aPlan({ maxCredits: 100n }), dear);
    expect(bill).toMatchObject({ charged: 100n, cost: 210n });
  });

  test('billing says what is charged while the journal takes nothing, and where this process may have been taken for gone', async () => {
    const full = withJournal(settledFor('29'), { takes: false });
    expect((await settle(full.deps, aPlan(), consumption)).charged).toBe(29n);
    expect(full.journaled).toEqual([]);
    const silent = withJournal(settledFor('28'), { append: () => Promise.resolve(false) });
    expect((await settle(silent.deps, aPlan(), consumption)).charged).toBe(28n);
  });

  test('a disk that refuses leaves the settlement to billing, and no answer ends well when both refuse', async () => {
    const refuses = (): Promise<never> => Promise.reject(new Error('no space left on device'));
    const there = withJournal(settledFor('30'), { append: refuses });
    expect((await settle(there.deps, aPlan(), consumption)).charged).toBe(30n);
    const { deps } = withJournal(away, { append: refuses });
    const spool = { ...deps.spool, append: refuses };
    await expect(settle({ ...deps, spool }, aPlan(), consumption)).rejects.toMatchObject({
      code: 'billing_unavailable',
    });
  });
});
