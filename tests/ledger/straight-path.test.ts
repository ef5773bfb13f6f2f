import type { ReserveItem, SettleItem } from '@tollgate/contract/billing';
import { row } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import type { Knex } from 'knex';
import { createGrant } from '../../services/billing/src/grant.queries.ts';
import {
  releaseBatch,
  reserveBatch,
  settleBatch,
} from '../../services/billing/src/reservation.queries.ts';
import { createRandom, seedOfEnvironment } from '../support/random.ts';
import { aLedger } from './a-ledger.ts';
import type { TestLedger } from './a-ledger.ts';
import { bookOf, chanceItems, walletsOf } from './chance-batches.ts';
import { aHold, releaseOf, settlementOf } from './items.ts';

/** What every batch meets whose holds and charges are not all usual. */
const GENERAL = ['place_round(billing.hold_order[])', 'charge_round(billing.charge_order[])'];
/** Counts the wallets of a batch for the straight path, which goes no further where one lacks. */
const LOCKED_WALLETS = 'lock_known_wallets(users uuid[], waits boolean)';
const BATCHES = 600;
const USERS = 4;
const COMPARE_MS = 90_000;

let ledger: TestLedger;
let general: TestLedger;
beforeAll(async () => {
  [ledger, general] = await Promise.all([aLedger(), aLedger()]);
  await general.owner.raw(
    `create or replace function billing.${LOCKED_WALLETS} returns int language sql as 'select -1'`,
  );
});
afterAll(() => Promise.all([ledger.drop(), general.drop()]));

const both = <Result>(work: (db: Knex) => Promise<Result>): Promise<Result[]> =>
  Promise.all([ledger, general].map(({ replicas }) => work(replicas[0])));

/** Does the same to both ledgers and compares what they say; gives that. */
async function alike<Result>(work: (db: Knex) => Promise<Result>): Promise<Result> {
  const [straight, slow] = await both(work);
  expect(straight).toEqual(slow);
  return straight as Result;
}

const grantTo = (userId: string, amount: number, endsInMs: number | null = null) => {
  const expiresAt = endsInMs === null ? null : new Date(Date.now() + endsInMs).toISOString();
  return both((db) =>
    createGrant(db, {
      userId,
      amountNano: amount.toString(),
      reason: null,
      expiresAt,
      actor: 'admin',
      idempotencyKey: null,
    }),
  );
};

const holdOf = (userId: string, amount: number | bigint, more: Partial<ReserveItem> = {}) =>
  aHold({ priceVersionId: ledger.priceVersionId, userId, amount }, more);

/** The numbers of the batches, so that a run without the one or the other kind is seen. */
interface Seen {
  straight: number;
  other: number;
}

const kindOf = (results: readonly { outcome: string }[]): keyof Seen =>
  results.every(({ outcome }) => outcome === 'held' || outcome === 'settled')
    ? 'straight'
    : 'other';

describe('the straight path of the ledger', () => {
  test('is the only one that a hold which fits and its charge take, alone and among others', async () => {
    const userId = newUuid();
    await grantTo(userId, 1_000, 3_600_000);
    await grantTo(userId, 1_000);
    const trx = await ledger.owner.transaction();
    try {
      for (const name of GENERAL) await trx.raw(`drop function billing.${name}`);
      for (const size of [1, 12]) {
        const holds = Array.from({ length: size }, () => holdOf(userId, 10));
        for (const { outcome } of await reserveBatch(trx, holds)) expect(outcome).toBe('held');
        const settled = await settleBatch(
          trx,
          holds.map((hold) => settlementOf(hold, 7)),
        );
        expect(settled).toEqual(
          holds.map(() => ({ outcome: 'settled', charged_nano: '7', uncovered_nano: '0' })),
        );
      }
      await expect(reserveBatch(trx, [holdOf(userId, 10_000)])).rejects.toThrow('place_round');
    } finally {
      await trx.rollback();
    }
  });

  test(
    'leaves the same book, and says the same of every item, as the general path',
    async () => {
      const seed = seedOfEnvironment();
      const random = createRandom(seed);
      const users = Array.from({ length: USERS }, () => newUuid());
      const { holds, settlements, releases } = chanceItems({ random, users, holdOf });
      const seen: Seen = { straight: 0, other: 0 };
      try {
        for (let batch = 0; batch < BATCHES; batch += 1) {
          const what = random.weighted({ grant: 2, reserve: 5, settle: 5, release: 1 });
          if (what === 'grant') {
            // Every amount is its own, by which the two books tell grants apart.
            const ends = random.pick([null, null, 3_600_000, -3_600_000]);
            await grantTo(random.pick(users), 10 + batch, ends);
          } else if (what === 'reserve') {
            const items = holds();
            seen[kindOf(await alike((db) => reserveBatch(db, items)))] += 1;
          } else if (what === 'settle') {
            const items = settlements();
            seen[kindOf(await alike((db) => settleBatch(db, items)))] += 1;
          } else {
            const items = releases();
            await alike((db) => releaseBatch(db, items));
          }
          await alike(walletsOf);
        }
        const [straight, slow] = await Promise.all(
          [ledger, general].map(({ owner }) => bookOf(owner)),
        );
        expect(straight).toEqual(slow);
        expect(Math.min(seen.straight, seen.other)).toBeGreaterThan(BATCHES / 20);
        await ledger.assertSound();
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
    },
    COMPARE_MS,
  );

  test('is left for each thing that is not usual, which is judged as ever', async () => {
    const [userId, other] = [newUuid(), newUuid()];
    const held = async (amount: number, more: Partial<ReserveItem> = {}): Promise<ReserveItem> => {
      const hold = holdOf(userId, amount, more);
      expect(await alike((db) => reserveBatch(db, [hold]))).toEqual([{ outcome: 'held' }]);
      return hold;
    };
    const settled = async (...items: SettleItem[]): Promise<string[]> => {
      const results = await alike((db) => settleBatch(db, items));
      await alike(walletsOf);
      return results.map(({ outcome, charged_nano: nano }) => `${outcome} ${nano}`);
    };
    await grantTo(userId, 1_000);
    await grantTo(other, 1_000);
    const [first, second] = [await held(10), await held(10)];
    const twice = settlementOf(first, 4);
    expect(await settled(twice, twice)).toEqual(['settled 4', 'repeated 4']);
    expect(await settled(settlementOf(second, 4, { user_id: other }))).toEqual(['unknown 0']);
    expect(await settled(settlementOf(second, 90, { usage_source: 'estimated' }))).toEqual([
      'settled 10',
    ]);
    expect(await settled(settlementOf(second, 90))).toEqual(['conflict 10']);
    expect(await settled(settlementOf(await held(10), 19, { ceiling_nano: '15' }))).toEqual([
      'settled 15',
    ]);
    const replaced = await held(10);
    const later = await held(20, { op_id: replaced.op_id, attempt: 2, supersedes: 1 });
    expect(await settled(settlementOf(replaced, 4))).toEqual(['conflict 0']);
    expect(await settled(settlementOf(later, 4))).toEqual(['settled 4']);
    const [once, again] = [holdOf(userId, 5), await held(10)];
    const verdicts = await alike((db) => reserveBatch(db, [once, once]));
    expect(verdicts.map(({ outcome }) => outcome)).toEqual(['held', 'repeated']);
    for (const work of [() => held(1), () => settled(settlementOf(again, 3))]) {
      await grantTo(userId, 7, -3_600_000);
      await work();
      await alike(walletsOf);
    }
  });

  test('does not let sums of great holds spoil the batch of another user', async () => {
    const [rich, greedy] = [newUuid(), newUuid()];
    await grantTo(rich, 100);
    await grantTo(greedy, 100);
    const great = 9_000_000_000_000_000_000n;
    const verdicts = await alike((db) =>
      reserveBatch(db, [holdOf(greedy, great), holdOf(rich, 10), holdOf(greedy, great)]),
    );
    expect(verdicts.map(({ outcome }) => outcome)).toEqual([
      'insufficient_credit',
      'held',
      'insufficient_credit',
    ]);
  });

  test('waits for a wallet and judges by what stands there then', async () => {
    const userId = newUuid();
    await grantTo(userId, 100);
    const [db, other] = ledger.replicas;
    const hold = holdOf(userId, 60);
    const trx = await other.transaction();
    await releaseBatch(trx, [releaseOf(hold)]);
    await reserveBatch(trx, [holdOf(userId, 30)]);
    const waiting = reserveBatch(db, [hold]);
    const late = reserveBatch(ledger.replicas[1], [holdOf(userId, 60), holdOf(userId, 30)]);
    for (;;) {
      const found = await row<{ n: number }>(
        ledger.owner,
        `select cast(count(*) as int) as n from pg_stat_activity
         where wait_event_type = 'Lock' and datname = current_database()`,
      );
      if (found?.n === 2) break;
    }
    await trx.commit();
    // The hold was given back before it was placed, and 30 are held already.
    expect(await waiting).toMatchObject([{ outcome: 'conflict' }]);
    expect(await late).toMatchObject([{ outcome: 'held' }, { outcome: 'credit_held' }]);
  });
});
