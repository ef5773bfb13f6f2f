import { rows } from '@tollgate/db/connect';
import { rate, parsePrices } from '@tollgate/money/rating';
import { newUuid } from '@tollgate/runtime/ids';
import { INVARIANTS } from '../../services/billing/src/invariants.ts';
import {
  createGrant,
  reserveBatch,
  settleBatch,
  sweepEndedHolds,
} from '../../services/billing/src/queries.ts';
import { aLedger, aPriceVersion } from './a-ledger.ts';
import type { TestLedger } from './a-ledger.ts';
import { aHold, settlementOf } from './items.ts';

let ledger: TestLedger;
const userId = newUuid();

/** A ledger with some of everything: open, settled, overrun, late. */
async function aBusyLedger(): Promise<TestLedger> {
  const busy = await aLedger();
  const [db] = busy.replicas;
  await createGrant(db, {
    userId,
    amountNano: '1000',
    reason: null,
    expiresAt: null,
    actor: 'admin',
    idempotencyKey: null,
  });
  const terms = { priceVersionId: busy.priceVersionId, userId, amount: 10 };
  const late = aHold(terms, { ttl_ms: 1 });
  const holds = [aHold(terms), aHold(terms), aHold(terms), late];
  await reserveBatch(db, holds);
  await sweepEndedHolds(db, 10);
  await settleBatch(
    db,
    [...holds.slice(0, 2), late].map((hold, index) => settlementOf(hold, 8 + 3 * index)),
  );
  return busy;
}

beforeAll(async () => {
  ledger = await aBusyLedger();
});
afterAll(async () => {
  await ledger.drop();
});

/** How a book could be wrong although every function is right; constraints and triggers are off for it. */
const DAMAGES: readonly [id: string, what: string, sql: string][] = [
  ['I1', 'a movement that makes money', `update billing.entry set available_n = available_n + 1`],
  ['I2', 'a movement that makes money', `update billing.entry set available_n = available_n + 1`],
  ['I3', 'a wallet without its entry', `delete from billing.entry where kind = 'grant'`],
  ['I4', 'a wallet below zero', `update billing.wallet set available_n = -1`],
  ['I5', 'a wallet that does not add up', `update billing.wallet set consumed_n = consumed_n + 1`],
  ['I6', 'a hold that the wallet forgot', `update billing.wallet set reserved_n = reserved_n - 1`],
  [
    'I7',
    'a hold closed twice',
    `insert into billing.entry (id, user_id, kind, op_id, attempt, at)
     select gen_random_uuid(), user_id, 'release', op_id, attempt, now()
     from billing.reservation where state = 'settled' limit 1`,
  ],
  ['I8', 'a charge above the hold', `update billing.reservation set amount_n = 1`],
  [
    'I9',
    'two open holds',
    `insert into billing.reservation (op_id, attempt, user_id, api_key_id,
       amount_n, price_version_id, uplift_bp, estimate, created_at, expires_at)
     select op_id, attempt + 1, user_id, api_key_id, amount_n, price_version_id, uplift_bp,
       estimate, created_at, expires_at from billing.reservation where state = 'held'`,
  ],
  [
    'I10',
    'two charges',
    `insert into billing.reservation (op_id, attempt, user_id, api_key_id,
       amount_n, price_version_id, uplift_bp, estimate, created_at, expires_at, state, charged_n)
     select op_id, attempt + 1, user_id, api_key_id, amount_n, price_version_id, uplift_bp,
       estimate, created_at, expires_at, 'settled', 1
     from billing.reservation where state = 'settled'`,
  ],
  ['I11', 'somebody may change entries', `grant update on billing.entry to tollgate_billing`],
  ['I11', 'a trigger is off', `alter table billing.entry disable trigger entry_append_only`],
  [
    'I12',
    'a charge that its usage does not explain',
    `update billing.reservation set usage = '{"request": 1}' where state = 'settled'`,
  ],
  [
    'I12',
    'usage without a price',
    `update billing.reservation set usage = '{"output": 1}' where state = 'settled'`,
  ],
  [
    'I15',
    'a hold that nobody closed',
    `update billing.reservation set expires_at = now() - interval '1 hour' where state = 'held'`,
  ],
  [
    'I15',
    'a hold of a silent process',
    `update billing.reservation set owner = gen_random_uuid(),
       created_at = now() - interval '1 hour' where state = 'held'`,
  ],
  [
    'I16',
    'consumed credit that came back',
    `update billing.entry set consumed_n = -consumed_n where kind = 'settle'`,
  ],
  [
    'I17',
    'a grant with more left than the wallet',
    `update billing.credit_grant set remaining_n = remaining_n + 1`,
  ],
];

const UNGUARD = `
  set local session_replication_role = replica;
  do $$ declare c record; begin
    for c in select conrelid, conname from pg_constraint
      where connamespace = (select oid from pg_namespace where nspname = 'billing')
        and contype = 'c' and conislocal loop
      execute format('alter table %s drop constraint if exists %I', cast(c.conrelid as regclass),
        c.conname);
    end loop;
  end $$;
  drop index billing.reservation_one_open_hold;
  drop index billing.reservation_one_charge;
`;

describe('the verifier', () => {
  test('finds nothing in a sound ledger', async () => {
    const { ok, checks } = await ledger.verify();
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    expect(ok).toBe(true);
  });

  test('every invariant of the ledger can be seen to break', () => {
    expect(new Set(DAMAGES.map(([id]) => id))).toEqual(new Set(INVARIANTS.map(({ id }) => id)));
  });

  test.each(DAMAGES)('%s sees %s', async (id, _what, damage) => {
    const invariant = INVARIANTS.find((one) => one.id === id);
    const trx = await ledger.owner.transaction();
    try {
      await trx.raw(UNGUARD);
      await trx.raw(damage.replaceAll('?', '\\?'));
      const found = await rows(trx, invariant?.sql ?? '', {
        since: '-infinity',
        end_grace_ms: 120_000,
        owner_grace_ms: 90_000,
      });
      expect(found.length).toBeGreaterThan(0);
    } finally {
      await trx.rollback();
    }
  });

  test('looking only at what moved of late finds the same', async () => {
    const trx = await ledger.owner.transaction();
    try {
      await trx.raw(UNGUARD);
      await trx.raw('update billing.wallet set consumed_n = consumed_n + 1');
      const invariant = INVARIANTS.find((one) => one.id === 'I3');
      const bindings = { since: new Date(Date.now() - 60_000).toISOString() };
      expect(await rows(trx, invariant?.sql ?? '', bindings)).toHaveLength(1);
    } finally {
      await trx.rollback();
    }
  });
});

test('I12 rating in SQL agrees with the arithmetic of the gateway', async () => {
  const prices = {
    input: '2500000',
    cache_read: '333333',
    cache_write: '3125001',
    output: '10000007',
    reasoning: '10000007',
    request: '1',
  };
  const priceVersionId = await aPriceVersion(ledger.owner, prices);
  const usages = [
    { input: 1, output: 1 },
    { input: 123_457, cache_read: 7, cache_write: 999, output: 4_321, reasoning: 17, request: 1 },
    { request: 1 },
    { input: 0, output: 3 },
    {},
  ];
  const upliftBp = 1_234;
  const receipts = usages.map((usage) => {
    const cost = rate(usage, parsePrices(prices), upliftBp);
    const terms = { priceVersionId, userId: newUuid(), amount: cost };
    return { hold: aHold(terms, { uplift_bp: upliftBp }), usage, cost };
  });
  const [db] = ledger.replicas;
  for (const { hold, cost } of receipts) {
    await createGrant(db, {
      userId: hold.user_id,
      amountNano: (cost + 5n).toString(),
      reason: null,
      expiresAt: null,
      actor: 'admin',
      idempotencyKey: null,
    });
  }
  await reserveBatch(
    db,
    receipts.map(({ hold }) => hold),
  );
  const verdicts = await settleBatch(
    db,
    receipts.map(({ hold, usage, cost }) => ({
      ...settlementOf(hold, 0),
      usage,
      cost_nano: cost.toString(),
    })),
  );
  expect(verdicts.map(({ charged_nano }) => charged_nano)).toEqual(
    receipts.map(({ cost }) => cost.toString()),
  );
  await ledger.assertSound();
});
