import { rows } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import { createGrant } from '../../services/billing/src/grant.queries.ts';
import { listWallets } from '../../services/billing/src/wallet.queries.ts';
import { sweepEndedGrants, sweepEndedHolds } from '../../services/billing/src/sweep.queries.ts';
import { aLedger } from '../ledger/a-ledger.ts';
import type { TestLedger } from '../ledger/a-ledger.ts';
import { aHold, releaseOf, settlementOf } from '../ledger/items.ts';

const SWEEPERS = 16;
const SWEEP_ROWS = 500;

let ledger: TestLedger;
let userId: string;
beforeAll(async () => {
  ledger = await aLedger();
});
afterAll(() => ledger?.drop());
beforeEach(async () => {
  userId = newUuid();
  await grantOf(100, null);
});
afterEach(() => ledger.assertSound());

async function grantOf(amount: number, expiresAt: string | null): Promise<void> {
  await createGrant(ledger.replicas[0], {
    userId,
    amountNano: amount.toString(),
    reason: null,
    expiresAt,
    actor: 'admin',
    idempotencyKey: null,
  });
}

const holdOf = (amount: number, more: object = {}) =>
  aHold({ priceVersionId: ledger.priceVersionId, userId, amount }, more);

async function walletNow(): Promise<Record<string, string | undefined>> {
  const [wallet] = await listWallets(ledger.replicas[1], [userId]);
  return {
    available: wallet?.available_nano,
    reserved: wallet?.reserved_nano,
    consumed: wallet?.consumed_nano,
  };
}

async function entriesOf(kind: string): Promise<number> {
  const found = await rows<{ count: bigint }>(
    ledger.owner,
    'select count(*) as count from billing.entry where user_id = :userId and kind = :kind',
    { userId, kind },
  );
  return Number(found[0]?.count);
}

test('FD04 settled twice with other amounts: the first holds, the second is refused', async () => {
  const hold = holdOf(10);
  await ledger.ledgers[0].reserve(hold);
  expect(await ledger.ledgers[0].settle(settlementOf(hold, 4))).toMatchObject({
    outcome: 'settled',
    charged_nano: '4',
  });
  for (const cost of [3, 5, 10]) {
    expect(await ledger.ledgers[1].settle(settlementOf(hold, cost))).toMatchObject({
      outcome: 'conflict',
      charged_nano: '4',
    });
  }
  expect(await walletNow()).toEqual({ available: '96', reserved: '0', consumed: '4' });
});

test('FD07 attempt 1 settles after attempt 2 took over: refused, its hold was given back', async () => {
  const first = holdOf(10);
  await ledger.ledgers[0].reserve(first);
  const second = { ...first, attempt: 2, supersedes: 1 };
  expect(await ledger.ledgers[1].reserve(second)).toEqual({ outcome: 'held' });
  expect(await walletNow()).toEqual({ available: '90', reserved: '10', consumed: '0' });
  expect(await ledger.ledgers[0].settle(settlementOf(first, 7))).toMatchObject({
    outcome: 'conflict',
    charged_nano: '0',
  });
  expect(await ledger.ledgers[1].settle(settlementOf(second, 6))).toMatchObject({
    outcome: 'settled',
    charged_nano: '6',
  });
  expect(await walletNow()).toEqual({ available: '94', reserved: '0', consumed: '6' });
});

test('B5 an estimate one above what is available is refused, and never made smaller', async () => {
  expect((await ledger.ledgers[0].reserve(holdOf(101))).outcome).toBe('insufficient_credit');
  expect(await walletNow()).toEqual({ available: '100', reserved: '0', consumed: '0' });
  const all = holdOf(100);
  expect((await ledger.ledgers[0].reserve(all)).outcome).toBe('held');
  await ledger.ledgers[0].release(releaseOf(all));
});

/** What a settlement above its hold and its caller's ceiling writes, in its order. */
const WRITTEN_BY_SETTLE = [
  ['update', 'billing.reservation'],
  ['insert', 'billing.entry'],
  ['insert', 'billing.provider_cost'],
  ['update', 'billing.wallet'],
  ['update', 'billing.credit_grant'],
] as const;

describe('B9 a settlement fails right after it has written', () => {
  test.each(WRITTEN_BY_SETTLE)(
    '%s %s: nothing has happened, and again it is settled',
    async (verb, table) => {
      const hold = holdOf(10);
      await ledger.ledgers[0].reserve(hold);
      const before = await bookNow();
      await rows(
        ledger.owner,
        `create or replace function public.fail_now() returns trigger language plpgsql as $$
       begin raise exception using errcode = 'XX000', message = 'failed on purpose'; end $$`,
      );
      const trigger = `create trigger fail_now after ${verb} on ${table}
      for each row execute function public.fail_now()`;
      await rows(ledger.owner, trigger);
      try {
        const failing = ledger.ledgers[0].settle(settlementOf(hold, 12, { ceiling_nano: '10' }));
        await expect(failing).rejects.toMatchObject({
          message: expect.stringContaining('on purpose') as string,
        });
      } finally {
        await rows(ledger.owner, `drop trigger fail_now on ${table}`);
      }
      expect(await bookNow()).toEqual(before);
      expect(
        await ledger.ledgers[1].settle(settlementOf(hold, 12, { ceiling_nano: '10' })),
      ).toMatchObject({
        outcome: 'settled',
        charged_nano: '10',
        uncovered_nano: '2',
      });
      expect(await walletNow()).toEqual({ available: '90', reserved: '0', consumed: '10' });
      expect(await entriesOf('settle')).toBe(1);
    },
  );

  /** Everything about this user that a settlement may change. */
  async function bookNow(): Promise<unknown[]> {
    const tables = ['reservation', 'entry', 'wallet', 'credit_grant'];
    const found = await Promise.all(
      tables.map((name) =>
        rows(
          ledger.owner,
          `select to_jsonb(t) as row from billing.${name} t where user_id = :userId order by 1`,
          { userId },
        ),
      ),
    );
    const costs = await rows(
      ledger.owner,
      'select to_jsonb(c) as row from billing.provider_cost c order by 1',
    );
    return [...found, costs];
  }
});

test('B15 sixteen sweepers on the same holds: each is given back once', async () => {
  const holds = Array.from({ length: 20 }, () => holdOf(5, { ttl_ms: 1 }));
  await Promise.all(holds.map((hold) => ledger.ledgers[0].reserve(hold)));
  await new Promise((resolve) => setTimeout(resolve, 5));
  const found = await Promise.all(
    Array.from({ length: SWEEPERS }, (_, n) =>
      sweepEndedHolds(ledger.replicas[n % 2 === 0 ? 0 : 1], SWEEP_ROWS),
    ),
  );
  expect(found.reduce((sum, count) => sum + count, 0)).toBe(20);
  expect(await entriesOf('expire_hold')).toBe(20);
  expect(await walletNow()).toEqual({ available: '100', reserved: '0', consumed: '0' });
});

test('B23 a settlement that is told five times adds nothing', async () => {
  const hold = holdOf(10);
  await ledger.ledgers[0].reserve(hold);
  for (let time = 0; time < 5; time += 1) {
    const { outcome } = await ledger.ledgers[time % 2 === 0 ? 0 : 1].settle(settlementOf(hold, 4));
    expect(outcome).toBe(time === 0 ? 'settled' : 'repeated');
  }
  expect(await entriesOf('settle')).toBe(1);
  expect(await walletNow()).toEqual({ available: '96', reserved: '0', consumed: '4' });
});

test('B25 three replicas sweep grants past their end: one effect', async () => {
  await grantOf(50, new Date(Date.now() + 200).toISOString());
  await new Promise((resolve) => setTimeout(resolve, 300));
  const found = await Promise.all(
    [0, 1, 0].map((replica) => sweepEndedGrants(ledger.replicas[replica as 0 | 1], SWEEP_ROWS)),
  );
  expect(found.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await walletNow()).toEqual({ available: '100', reserved: '0', consumed: '0' });
});
