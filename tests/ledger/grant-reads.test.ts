import { row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import { reserveBatch, settleBatch } from '../../services/billing/src/reservation.queries.ts';
import { aLedger } from './a-ledger.ts';
import type { TestLedger } from './a-ledger.ts';
import { aHold, settlementOf } from './items.ts';

const FEW = 40;
const MANY = 2_000;
const GRANT_NANO = 100;
const ACTOR = 'test';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await aLedger();
});
afterAll(() => ledger.drop());

interface GrantsOf {
  userId: string;
  count: number;
  /** Milliseconds until the first grant ends; null for grants that never end. */
  firstEndsInMs: number | null;
}

/** Makes so many grants of {@link GRANT_NANO} each, which end one millisecond after the other. */
async function makeGrants(db: Knex, { userId, count, firstEndsInMs }: GrantsOf): Promise<void> {
  await rows(
    db,
    `select made.outcome from generate_series(1, :count) as n, billing.create_grant(
       cast(:userId as uuid), :amount + 0 * n, null,
       clock_timestamp() + (cast(:endsMs as bigint) + n) * interval '1 millisecond', :actor, null) as made`,
    { userId, count, amount: GRANT_NANO, endsMs: firstEndsInMs, actor: ACTOR },
  );
}

/**
 * Places holds and settles each in full, in a transaction of its own; gives the rows of grants that
 * were read for it.
 */
async function readsOf(userId: string, costs: readonly number[]): Promise<number> {
  const trx = await ledger.owner.transaction();
  try {
    const { priceVersionId } = ledger;
    const before = await grantRowsRead(trx);
    for (const cost of costs) {
      const hold = aHold({ priceVersionId, userId, amount: cost });
      expect(await reserveBatch(trx, [hold])).toEqual([{ outcome: 'held' }]);
      expect(await settleBatch(trx, [settlementOf(hold, cost)])).toEqual([
        { outcome: 'settled', charged_nano: cost.toString(), uncovered_nano: '0' },
      ]);
    }
    return (await grantRowsRead(trx)) - before;
  } finally {
    await trx.commit();
  }
}

/** PostgreSQL counts what a transaction reads of each table, by index and otherwise. */
async function grantRowsRead(trx: Knex): Promise<number> {
  const found = await row<{ read: string }>(
    trx,
    `select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as read
     from pg_stat_xact_all_tables where relid = 'billing.credit_grant'::regclass`,
  );
  return Number(found?.read ?? 0);
}

describe('a call under the lock of a wallet', () => {
  test.each<[string, number | null]>([
    ['end', 3_600_000],
    ['never end', null],
  ])('reads as many rows of grants among few as among many that %s', async (_title, endsInMs) => {
    const costs = [7, 7, 3 * GRANT_NANO, 7];
    const reads: number[] = [];
    for (const count of [FEW, MANY]) {
      const userId = newUuid();
      await makeGrants(ledger.owner, { userId, count, firstEndsInMs: endsInMs });
      reads.push(await readsOf(userId, costs));
    }
    const [few, many] = reads;
    expect(few).toBeGreaterThan(costs.length);
    expect(many).toBe(few);
    await ledger.assertSound();
  });

  test('reads the holds of a wallet once, however many of its grants have ended', async () => {
    const userId = newUuid();
    const { priceVersionId, owner } = ledger;
    await makeGrants(owner, { userId, count: FEW, firstEndsInMs: 400 });
    const hold = aHold({ priceVersionId, userId, amount: FEW * GRANT_NANO });
    expect(await reserveBatch(owner, [hold])).toEqual([{ outcome: 'held' }]);
    await rows(owner, 'select pg_sleep(0.6)');
    await makeGrants(owner, { userId, count: 1, firstEndsInMs: 3_600_000 });

    const trx = await owner.transaction();
    try {
      const next = aHold({ priceVersionId, userId, amount: GRANT_NANO });
      expect(await reserveBatch(trx, [next])).toEqual([{ outcome: 'held' }]);
      const found = await row<{ read: string }>(
        trx,
        `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as read
         from pg_stat_xact_all_tables where schemaname = 'billing' and relname like 'reservation%'`,
      );
      expect(Number(found?.read)).toBeLessThan(FEW);
    } finally {
      await trx.commit();
    }
    const settled = await settleBatch(owner, [settlementOf(hold, FEW * GRANT_NANO)]);
    expect(settled[0]?.outcome).toBe('settled');
    await ledger.assertSound();
  });
});
