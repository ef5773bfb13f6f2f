import type { Billing } from '@tollgate/billing-client/billing-client';
import type { ReserveResult } from '@tollgate/contract/billing';
import { scaleTimers } from '@tollgate/runtime/timers';
import type { Plan } from '../plan.ts';
import { placeHold } from './hold.ts';
import type { HoldDeps } from './hold.ts';

const PLAN = {
  opId: '019b76da-a800-7000-8000-000000000001',
  attempt: 1,
  caller: { key: { ownerId: 'u', id: 'k' } },
  target: { price: { id: 'p', upliftBp: 0 }, times: { totalSeconds: null } },
  resolved: { targets: [{ times: { totalSeconds: null } }] },
  estimate: { usage: {}, amount: 100n },
} as unknown as Plan;

const held: ReserveResult = {
  outcome: 'credit_held',
  required_nano: '100',
  available_nano: '40',
};

/** Billing that answers these one after the other, and what happened in which order. */
function someDeps(answers: ReserveResult[], withJournal: boolean) {
  const happened: string[] = [];
  const note = (what: string) => (): Promise<void> => {
    happened.push(what);
    return Promise.resolve();
  };
  const reserve = (): Promise<ReserveResult | undefined> => {
    happened.push('reserve');
    return Promise.resolve(answers.shift());
  };
  const journal = { flush: note('flush') };
  const deps = {
    billing: { reserve } as unknown as Billing,
    processId: 'process',
    timers: scaleTimers(1),
    spool: { append: note('spool') },
    ...(withJournal ? { journal } : {}),
  } as unknown as HoldDeps;
  return { deps, happened };
}

test('credit that only unreported settlements hold is asked for again behind them', async () => {
  const { deps, happened } = someDeps([held, { outcome: 'held' }], true);
  await placeHold(deps, PLAN, { locked: () => happened.push('gives its permit back') });
  expect(happened).toEqual(['reserve', 'gives its permit back', 'flush', 'reserve']);
});

test('credit that other calls hold is refused after one more try', async () => {
  const { deps, happened } = someDeps([held, held], true);
  await expect(placeHold(deps, PLAN)).rejects.toMatchObject({
    code: 'credit_held_by_requests_in_flight',
  });
  expect(happened).toEqual(['reserve', 'flush', 'reserve']);
});

test('credit that is not there, or a process without a journal, is refused at once', async () => {
  const poor = someDeps([{ ...held, outcome: 'insufficient_credit' }], true);
  await expect(placeHold(poor.deps, PLAN)).rejects.toMatchObject({ code: 'insufficient_credit' });
  const ledger = someDeps([held], false);
  await expect(placeHold(ledger.deps, PLAN)).rejects.toMatchObject({
    code: 'credit_held_by_requests_in_flight',
  });
  expect([poor.happened, ledger.happened]).toEqual([['reserve'], ['reserve']]);
});
