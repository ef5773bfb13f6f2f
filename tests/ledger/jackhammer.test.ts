import { seedOfEnvironment } from '../support/random.ts';
import { runJackhammer } from './jackhammer/run.ts';
import type { RunResult } from './jackhammer/run.ts';
import { createModel } from './jackhammer/model.ts';
import type { HoldRow } from './jackhammer/model.ts';
import { LONG_TTL_MS, planOf, userOf } from './jackhammer/plan.ts';

const RUN_MS = 120_000;
const seed = seedOfEnvironment();

describe(`FD05 the jackhammer, SEED=${seed}`, () => {
  let result: RunResult;
  const lines: string[] = [];
  beforeAll(async () => {
    const say = (line: string): void => void lines.push(line);
    result = await runJackhammer({ seed, processes: 3, wallets: 4, rounds: 4, say });
  }, RUN_MS);

  test('two replicas that are killed at random and asked everything at random keep the book right', () => {
    expect([seed, result.faults]).toEqual([seed, []]);
  });

  test('has met every kind of answer', () => {
    expect(result.model.counts()).toMatchObject(
      Object.fromEntries(
        [
          'grant granted',
          'grant repeated',
          'revoke revoked',
          'reserve held',
          'reserve repeated',
          'reserve conflict',
          'settle settled',
          'settle repeated',
          'settle conflict',
          'settle unknown',
          'release released',
          'release unknown',
          'sweep done',
        ].map((name) => [name, expect.any(Number)]),
      ),
    );
  });

  test('sees a book that says otherwise than the answers', () => {
    const { book, model } = result;
    const [first, ...rest] = book.wallets;
    const [hold, ...others] = book.holds;
    if (first === undefined || hold === undefined) throw new Error('the book is empty');
    expect(model.differences(book)).toEqual([]);
    const dearer = { ...first, consumed: first.consumed + 1 };
    expect(model.differences({ ...book, wallets: [dearer, ...rest] })).toHaveLength(1);
    expect(model.differences({ ...book, holds: others })).toHaveLength(1);
    const charged = { ...hold, charged: (hold.charged ?? 0) + 1 };
    expect(model.differences({ ...book, holds: [charged, ...others] })).toHaveLength(1);
  });

  test('takes a repetition for what it repeats when the first answer was lost', () => {
    const terms = { seed, processes: 2, wallets: 1, begunMs: 0 };
    const model = createModel(terms);
    const op = { opId: 'an operation', wallet: 0, amount: 5, ttlMs: LONG_TTL_MS, owner: null };
    const hold = { op, attempt: 1, wallet: 0, replica: 0 } as const;
    const reserve = { ...hold, kind: 'reserve', amount: 5, supersedes: null } as const;
    model.hear([
      { request: { ...hold, kind: 'release' }, outcome: 'repeated', nano: 0, lost: 1 },
      { request: reserve, outcome: 'conflict', nano: 0, lost: 1 },
    ]);
    const row = { op_id: op.opId, attempt: 1, user_id: userOf(terms, 0), amount: 5, charged: null };
    const differencesOf = (state: HoldRow['state'], changes: Partial<HoldRow> = {}): string[] =>
      model.differences({ wallets: [], holds: [{ ...row, state, ...changes }] });
    expect(differencesOf('released', { amount: 6 })).toHaveLength(1);
    expect(differencesOf('released')).toEqual([]);
    expect(differencesOf('held')).toHaveLength(1);
    expect(differencesOf('settled', { charged: 5 })).not.toEqual([]);
  });

  test('asks the same again for the same seed', () => {
    const terms = { seed, processes: 3, wallets: 4, begunMs: 0 };
    expect(planOf(terms, 1, 2)).toEqual(planOf(terms, 1, 2));
    expect(planOf(terms, 1, 2)).not.toEqual(planOf({ ...terms, seed: seed + 1 }, 1, 2));
  });
});
