import { setTimeout as sleep } from 'node:timers/promises';
import { rows } from '@tollgate/db/connect';
import type { Knex } from 'knex';
import { newUuid } from '@tollgate/runtime/ids';
import { withRetries } from '../../services/billing/src/transactions.ts';
import { createGrant, revokeGrant } from '../../services/billing/src/grant.queries.ts';
import { heartbeat } from '../../services/billing/src/process.queries.ts';
import {
  listReservations,
  reserveBatch,
  settleBatch,
} from '../../services/billing/src/reservation.queries.ts';
import { listWallets } from '../../services/billing/src/wallet.queries.ts';
import { sweepEndedHolds, sweepOwners } from '../../services/billing/src/sweep.queries.ts';
import { aLedger } from './a-ledger.ts';
import type { TestLedger } from './a-ledger.ts';
import { aHold, releaseOf, settlementOf } from './items.ts';

const PARALLEL = 300;
const SWEEP_ROWS = 500;

let ledger: TestLedger;
let userId: string;

beforeAll(async () => {
  ledger = await aLedger();
});
afterAll(async () => {
  await ledger.drop();
});
beforeEach(() => {
  userId = newUuid();
});
afterEach(async () => {
  await ledger.assertSound();
});

async function grantOf(amount: number): Promise<string> {
  const { grantId } = await createGrant(ledger.replicas[0], {
    userId,
    amountNano: amount.toString(),
    reason: null,
    expiresAt: null,
    actor: 'admin',
    idempotencyKey: null,
  });
  return grantId ?? '';
}

const holdOf = (amount: number) => aHold({ priceVersionId: ledger.priceVersionId, userId, amount });

async function walletNow(): Promise<Record<string, string>> {
  const [wallet] = await listWallets(ledger.replicas[1], [userId]);
  const { available_nano: available, reserved_nano: reserved } = wallet ?? {};
  return {
    available: available ?? '',
    reserved: reserved ?? '',
    consumed: wallet?.consumed_nano ?? '',
  };
}

function countOf(outcomes: readonly { outcome: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** Holds a lock in a session of its own until the work is over. */
async function whileLocked(sql: string, work: () => Promise<void>, ofUser = userId): Promise<void> {
  const blocker = await ledger.owner.transaction();
  try {
    await rows(blocker, sql, { userId: ofUser });
    await work();
  } finally {
    await blocker.rollback();
  }
}

const WALLET_LOCK = 'select 1 from billing.wallet where user_id = :userId for update';

async function waiting(db: Knex): Promise<number[]> {
  const found = await rows<{ pid: number }>(
    db,
    `select pid from pg_stat_activity
     where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return found.map(({ pid }) => pid);
}

describe('FA08 300 parallel reservations with credit for 100', () => {
  test('exactly 100 hold, through batches on two replicas', async () => {
    await grantOf(100);
    const verdicts = await Promise.all(
      Array.from({ length: PARALLEL }, (_, index) =>
        ledger.ledgers[index % 2 === 0 ? 0 : 1].reserve(holdOf(1)),
      ),
    );
    expect(countOf(verdicts)).toEqual({ held: 100, credit_held: 200 });
    expect(await walletNow()).toEqual({ available: '0', reserved: '100', consumed: '0' });
  });

  test('exactly 100 hold, a transaction each', async () => {
    await grantOf(100);
    const verdicts = await Promise.all(
      Array.from({ length: PARALLEL }, async (_, index) => {
        const db = ledger.replicas[index % 2 === 0 ? 0 : 1];
        return (await withRetries(() => reserveBatch(db, [holdOf(1)])))[0];
      }),
    );
    expect(countOf(verdicts.flatMap((verdict) => verdict ?? []))).toEqual({
      held: 100,
      credit_held: 200,
    });
  });
});

test('FA09 a grant is revoked while reservations race for it', async () => {
  const grantId = await grantOf(100);
  const [revoked, ...verdicts] = await Promise.all([
    revokeGrant(ledger.replicas[0], {
      grantId,
      amountNano: null,
      reason: null,
      actor: 'admin',
      idempotencyKey: null,
    }),
    ...Array.from({ length: 60 }, () => ledger.ledgers[1].reserve(holdOf(3))),
  ]);
  const held = (countOf(verdicts)['held'] ?? 0) * 3;
  const { available, reserved } = await walletNow();
  expect(Number(reserved)).toBe(held);
  expect(Number(available)).toBe(100 - held - Number(revoked.revokedNano));
});

test('an operation that two wallets hold at the same moment is held once', async () => {
  await grantOf(100);
  const hold = holdOf(10);
  const [db, other] = ledger.replicas;
  const trx = await db.transaction();
  await reserveBatch(trx, [hold]);
  userId = newUuid();
  await grantOf(100);
  const late = withRetries(() => reserveBatch(other, [{ ...hold, user_id: userId }]));
  while ((await waiting(ledger.owner)).length === 0) await sleep(5);
  await trx.commit();
  expect(await late).toEqual([{ outcome: 'conflict' }]);
  expect(await walletNow()).toEqual({ available: '100', reserved: '0', consumed: '0' });
});

test('many holds share one transaction, each with its own verdict', async () => {
  await grantOf(10);
  const holds = Array.from({ length: 50 }, (_, index) => holdOf(index === 0 ? 11 : 1));
  const verdicts = await Promise.all(holds.map((hold) => ledger.ledgers[0].reserve(hold)));
  expect(countOf(verdicts)).toEqual({ held: 10, insufficient_credit: 1, credit_held: 39 });
  const transactions = await rows<{ count: bigint }>(
    ledger.owner,
    `select count(distinct cast(xmin as text)) as count from billing.entry
     where user_id = :userId and kind = 'reserve'`,
    { userId },
  );
  expect(transactions[0]?.count).toBe(1n);
});

test('one item that cannot be stored fails alone', async () => {
  await grantOf(10);
  const good = holdOf(1);
  const bad = { ...holdOf(1), amount_nano: '99999999999999999999' };
  const results = await Promise.allSettled(
    [holdOf(1), good, bad, holdOf(1)].map((hold) => ledger.ledgers[0].reserve(hold)),
  );
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(await walletNow()).toEqual({ available: '7', reserved: '3', consumed: '0' });
});

test('FA11 a lock that is not to be had at once is waited for, again and again', async () => {
  await grantOf(10);
  const blocker = await ledger.owner.transaction();
  await rows(blocker, WALLET_LOCK, { userId });
  const verdict = ledger.ledgers[0].reserve(holdOf(1));
  await sleep(800);
  await blocker.commit();
  expect(await verdict).toEqual({ outcome: 'held' });
});

test('FA12 a wallet that is locked is answered with 503 while it still is', async () => {
  await grantOf(10);
  await whileLocked(WALLET_LOCK, async () => {
    await expect(ledger.ledgers[0].reserve(holdOf(1))).rejects.toMatchObject({
      code: 'billing_unavailable',
      retryAfterSeconds: 2,
    });
  });
  expect(await walletNow()).toEqual({ available: '10', reserved: '0', consumed: '0' });
});

test('FA12 a wallet that is locked keeps no other wallet of its batch from anything', async () => {
  await grantOf(1_000);
  const mine = Array.from({ length: 8 }, () => holdOf(1));
  const lockedUser = userId;
  userId = newUuid();
  await grantOf(1_000);
  const theirs = Array.from({ length: 64 }, () => holdOf(1));
  expect(await ledger.ledgers[0].reserve(holdOf(1))).toEqual({ outcome: 'held' });
  await whileLocked(
    WALLET_LOCK,
    async () => {
      const { reserve, settle, release } = ledger.ledgers[0];
      const waits = mine.map((hold) => reserve(hold));
      const locked = Promise.allSettled(waits);
      const isOver = { locked: false };
      void locked.then(() => (isOver.locked = true));
      expect(countOf(await Promise.all(theirs.map((hold) => reserve(hold))))).toEqual({ held: 64 });
      const half = theirs.splice(0, 32);
      const moved = await Promise.all([
        ...half.map((hold) => settle(settlementOf(hold, 1))),
        ...theirs.map((hold) => release(releaseOf(hold))),
      ]);
      expect(countOf(moved)).toEqual({ settled: 32, released: 32 });
      expect(isOver.locked).toBe(false);
      expect((await locked).every(({ status }) => status === 'rejected')).toBe(true);
    },
    lockedUser,
  );
});

describe('FD05, B9 the connection dies inside a settlement', () => {
  test.each([
    ['before anything is read', WALLET_LOCK],
    [
      'after the wallet is locked',
      'select 1 from billing.reservation where user_id = :userId for update',
    ],
    [
      'after hold, entry and wallet are written',
      'select 1 from billing.credit_grant where user_id = :userId for update',
    ],
  ])('%s: nothing has happened, and again it is settled', async (_when, lock) => {
    await grantOf(10);
    const hold = holdOf(4);
    await ledger.ledgers[0].reserve(hold);
    await whileLocked(lock, async () => {
      const lost = settleBatch(ledger.replicas[0], [settlementOf(hold, 3)]).catch(() => 'lost');
      let pids: number[] = [];
      while (pids.length === 0) pids = await waiting(ledger.owner);
      for (const pid of pids)
        await rows(ledger.owner, 'select pg_terminate_backend(:pid)', { pid });
      expect(await lost).toBe('lost');
    });
    expect(await walletNow()).toEqual({ available: '6', reserved: '4', consumed: '0' });
    await ledger.assertSound();
    const again = await ledger.ledgers[1].settle(settlementOf(hold, 3));
    expect(again).toEqual({ outcome: 'settled', charged_nano: '3', uncovered_nano: '0' });
    expect(await walletNow()).toEqual({ available: '7', reserved: '0', consumed: '3' });
  });
});

test('FD11 two replicas settle the same hold at once: charged once', async () => {
  await grantOf(1_000);
  const holds = Array.from({ length: 100 }, () => holdOf(5));
  await Promise.all(holds.map((hold) => ledger.ledgers[0].reserve(hold)));
  const verdicts = await Promise.all(
    holds.flatMap((hold) => ledger.ledgers.map((one) => one.settle(settlementOf(hold, 4)))),
  );
  expect(countOf(verdicts)).toEqual({ settled: 100, repeated: 100 });
  expect(await walletNow()).toEqual({ available: '600', reserved: '0', consumed: '400' });
});

test('settle and release of one hold at once: one of them wins', async () => {
  await grantOf(1_000);
  const holds = Array.from({ length: 100 }, () => holdOf(5));
  await Promise.all(holds.map((hold) => ledger.ledgers[0].reserve(hold)));
  const [settled, released] = await Promise.all([
    Promise.all(holds.map((hold) => ledger.ledgers[0].settle(settlementOf(hold, 5)))),
    Promise.all(holds.map((hold) => ledger.ledgers[1].release(releaseOf(hold)))),
  ]);
  settled.forEach(({ outcome }, index) => {
    const other = released[index]?.outcome;
    expect([outcome, other]).toEqual(
      outcome === 'settled' ? ['settled', 'conflict'] : ['conflict', 'released'],
    );
  });
  const paid = countOf(settled)['settled'] ?? 0;
  expect(await walletNow()).toMatchObject({ reserved: '0', consumed: String(paid * 5) });
});

test('the same operation held for two wallets at once: one of them gets it', async () => {
  await grantOf(100);
  const other = newUuid();
  const firstUser = userId;
  userId = other;
  await grantOf(100);
  const mine = Array.from({ length: 40 }, () => holdOf(1));
  const theirs = mine.map((hold) => ({ ...hold, user_id: firstUser }));
  const verdicts = await Promise.all(
    mine.flatMap((hold, index) => [
      ledger.ledgers[0].reserve(hold),
      ledger.ledgers[1].reserve(theirs[mine.length - 1 - index] ?? hold),
    ]),
  );
  expect(countOf(verdicts)).toEqual({ held: 40, conflict: 40 });
});

describe('sweeps of three replicas at once', () => {
  test('have one effect on holds past their end', async () => {
    await grantOf(1_000);
    const holds = Array.from({ length: 60 }, () => ({ ...holdOf(5), ttl_ms: 1 }));
    await Promise.all(holds.map((hold) => ledger.ledgers[0].reserve(hold)));
    await sleep(5);
    const found = await Promise.all(
      [0, 1, 0].map((replica) => sweepEndedHolds(ledger.replicas[replica as 0 | 1], SWEEP_ROWS)),
    );
    expect(found.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect(await walletNow()).toEqual({ available: '1000', reserved: '0', consumed: '0' });
  });

  test('go past a wallet that is locked, and leave a process alone that has spoken meanwhile', async () => {
    await grantOf(100);
    const owner = newUuid();
    const silent = { ...holdOf(5), owner };
    const ended = { ...holdOf(5), ttl_ms: 1 };
    const lockedUser = userId;
    userId = newUuid();
    await grantOf(100);
    const others = [
      { ...holdOf(5), owner: newUuid() },
      { ...holdOf(5), ttl_ms: 1 },
    ];
    for (const hold of [silent, ended, ...others]) await ledger.ledgers[0].reserve(hold);
    await sleep(120);
    await whileLocked(
      WALLET_LOCK,
      async () => {
        expect(await sweepOwners(100)(ledger.replicas[0], SWEEP_ROWS)).toBe(1);
        expect(await sweepEndedHolds(ledger.replicas[0], SWEEP_ROWS)).toBe(1);
      },
      lockedUser,
    );
    await heartbeat(ledger.replicas[1], { id: owner, service: 'inference' });
    await rows(
      ledger.owner,
      `update billing.process set seen_at = now() + interval '1 minute' where id = :owner`,
      { owner },
    );
    expect(await sweepOwners(100)(ledger.replicas[0], SWEEP_ROWS)).toBe(0);
    expect(await sweepEndedHolds(ledger.replicas[0], SWEEP_ROWS)).toBe(1);
    expect((await listReservations(ledger.replicas[0], silent.op_id))[0]?.state).toBe('held');
    await ledger.ledgers[0].release(releaseOf(silent));
  });
});
