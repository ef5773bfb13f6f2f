import { rows } from '@tollgate/db/connect';
import { newUuid } from '@tollgate/runtime/ids';
import { createGrant } from '../../services/billing/src/grant.queries.ts';
import { listWallets } from '../../services/billing/src/wallet.queries.ts';
import { aLedger } from './a-ledger.ts';
import type { TestLedger } from './a-ledger.ts';
import { aHold, settlementOf } from './items.ts';

let ledger: TestLedger;
beforeAll(async () => {
  ledger = await aLedger();
});
afterAll(async () => {
  await ledger.assertSound();
  await ledger.drop();
});

/** The statements of the version before, which hands items over as JSON. */
const RESERVE = `select outcome, cast(required_n as text) as required_nano,
    cast(available_n as text) as available_nano
  from billing.reserve_batch(cast(:items as jsonb), :waits) order by ordinal`;
const SETTLE = `select outcome, cast(charged_n as text) as charged_nano,
    cast(uncovered_n as text) as uncovered_nano
  from billing.settle_batch(cast(:items as jsonb), :waits) order by ordinal`;
const MIXED = `select movement, ordinal, outcome, cast(first_n as text) as first_n,
    cast(second_n as text) as second_n
  from billing.move_batch(cast(:settles as jsonb), cast(:releases as jsonb),
    cast(:reserves as jsonb), :waits)`;

describe('a process of the version before, beside this schema', () => {
  test('holds, charges and is refused as ever', async () => {
    const userId = newUuid();
    const [db, other] = ledger.replicas;
    await createGrant(db, {
      userId,
      amountNano: '100',
      reason: null,
      expiresAt: null,
      actor: 'admin',
      idempotencyKey: null,
    });
    const hold = (amount: number) =>
      aHold({ priceVersionId: ledger.priceVersionId, userId, amount });
    const [first, second, third] = [hold(40), hold(50), hold(30)];
    const ask = (sql: string, items: object, waits = true) =>
      rows(db, sql, { items: JSON.stringify(items), waits });
    expect(await ask(RESERVE, [first, second, third])).toMatchObject([
      { outcome: 'held' },
      { outcome: 'held' },
      { outcome: 'credit_held', required_nano: '30', available_nano: '10' },
    ]);
    expect(await ask(SETTLE, [settlementOf(first, 25), settlementOf(third, 1)])).toEqual([
      { outcome: 'settled', charged_nano: '25', uncovered_nano: '0' },
      { outcome: 'unknown', charged_nano: '0', uncovered_nano: '0' },
    ]);
    const moved = await rows(db, MIXED, {
      settles: JSON.stringify([settlementOf(second, 50)]),
      releases: null,
      reserves: JSON.stringify([third]),
      waits: true,
    });
    expect(moved).toEqual([
      { movement: 'settle', ordinal: 1, outcome: 'settled', first_n: '50', second_n: '0' },
      {
        movement: 'reserve',
        ordinal: 1,
        outcome: 'insufficient_credit',
        first_n: '30',
        second_n: '25',
      },
    ]);
    const trx = await other.transaction();
    await rows(trx, RESERVE, { items: JSON.stringify([hold(1)]), waits: true });
    expect(await ask(RESERVE, [hold(1)], false)).toMatchObject([{ outcome: 'locked' }]);
    await trx.commit();
    expect(await listWallets(db, [userId])).toMatchObject([
      { available_nano: '24', reserved_nano: '1', consumed_nano: '75' },
    ]);
  });
});
