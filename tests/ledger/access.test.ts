import { connectDatabase, rows } from '@tollgate/db/connect';
import type { Knex } from 'knex';
import { newUuid } from '@tollgate/runtime/ids';
import { createGrant } from '../../services/billing/src/grant.queries.ts';
import { reserveBatch, settleBatch } from '../../services/billing/src/reservation.queries.ts';
import { aLedger } from './a-ledger.ts';
import type { TestLedger } from './a-ledger.ts';
import { aHold, settlementOf } from './items.ts';
import { sealAll } from './sealing.ts';

let ledger: TestLedger;
const userId = newUuid();

beforeAll(async () => {
  ledger = await aLedger();
  await createGrant(ledger.replicas[0], {
    userId,
    amountNano: '100',
    reason: null,
    expiresAt: null,
    actor: 'admin',
    idempotencyKey: null,
  });
  const hold = aHold({ priceVersionId: ledger.priceVersionId, userId, amount: 10 });
  await reserveBatch(ledger.replicas[0], [hold]);
  await settleBatch(ledger.replicas[0], [settlementOf(hold, 12, { ceiling_nano: '10' })]);
  // Seals are rows that may not be changed either.
  await sealAll(ledger, userId);
  await ledger.owner.raw(
    `select billing.seal_days(billing.first_id(to_timestamp(0)),
       billing.first_id(now() + interval '1 day 1 minute'))`,
  );
});
afterAll(async () => {
  await ledger.assertSound();
  await ledger.drop();
});

const REFUSED = { code: '42501' };

const CHANGES = [
  `update billing.entry set kind = kind`,
  `delete from billing.entry`,
  `truncate billing.entry`,
  `update billing.provider_cost set cost_n = cost_n + 1`,
  `delete from billing.provider_cost`,
  `delete from billing.reservation`,
  `truncate billing.reservation`,
  `update billing.reservation set state = 'held', closed_at = null, charged_n = null`,
  `update billing.reservation set charged_n = charged_n - 1, uncovered_n = uncovered_n + 1`,
  `update billing.reservation set state = 'released'`,
  `update billing.credit_grant set amount_n = amount_n + 1, remaining_n = remaining_n + 1`,
  `update billing.credit_grant set user_id = gen_random_uuid()`,
  `update billing.credit_grant set consumed_n = consumed_n - 1, remaining_n = remaining_n + 1`,
  `update billing.seal set entries = entries + 1`,
  `delete from billing.seal`,
  `delete from billing.sealed_wallet`,
  `delete from billing.sealed_grant`,
  `delete from billing.sealed_day`,
];

const WRITES = [
  ...CHANGES,
  `update billing.wallet set available_n = available_n + 1, granted_n = granted_n + 1`,
  `insert into billing.wallet (user_id) values (gen_random_uuid())`,
  `update billing.credit_grant set expires_at = null`,
  `insert into billing.entry (id, user_id, kind, grant_id, at)
   values (gen_random_uuid(), gen_random_uuid(), 'grant', gen_random_uuid(), now())`,
  `delete from billing.process`,
  `insert into billing.seal values (1, gen_random_uuid(), gen_random_uuid(), 0, 0, 0, 0, 0, 0, sha256(''), sha256(''))`,
  `truncate billing.seal`,
  `insert into billing.sealed_wallet values (gen_random_uuid(), 0, 0, 0, 0)`,
  `update billing.sealed_wallet set available_n = available_n + 1`,
  `truncate billing.sealed_wallet`,
  `insert into billing.sealed_grant values (gen_random_uuid(), 0, 0, 0)`,
  `update billing.sealed_grant set given_n = 0`,
  `insert into billing.sealed_day values (gen_random_uuid(), now(), 1)`,
  `update billing.sealed_day set consumed_n = 1`,
];

describe('I11 the book is append-only', () => {
  test.each(CHANGES)('for the owner of the schema: %s', async (sql) => {
    await expect(rows(ledger.owner, sql)).rejects.toMatchObject(REFUSED);
  });

  test.each(WRITES)('for billing itself: %s', async (sql) => {
    await expect(rows(ledger.replicas[0], sql)).rejects.toMatchObject(REFUSED);
  });
});

describe('I7 the terms of an open hold are fixed', () => {
  test.each([
    'amount_n = 1',
    'user_id = gen_random_uuid()',
    'uplift_bp = 7',
    'attempt = 9',
    'funded_at = now()',
  ])('%s', async (change) => {
    const hold = aHold({ priceVersionId: ledger.priceVersionId, userId, amount: 5 });
    await reserveBatch(ledger.replicas[0], [hold]);
    const sql = `update billing.reservation set ${change} where op_id = :opId`;
    await expect(rows(ledger.owner, sql, { opId: hold.op_id })).rejects.toMatchObject(REFUSED);
  });
});

describe('N07 other services have no way to the ledger', () => {
  const ROLES = ['account', 'admin', 'inference', 'worker'].map((name) => `tollgate_${name}`);
  const TRIES = [
    ...WRITES,
    'select * from billing.wallet',
    'select * from billing.entry',
    `select billing.reserve_batch('[]', true)`,
    `select billing.settle_holds('{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', true)`,
    `select billing.deregister(gen_random_uuid())`,
    `select billing.seal_stretch(gen_random_uuid(), gen_random_uuid())`,
    'select * from billing.seal',
  ];

  test.each(ROLES)('%s', async (role) => {
    const db: Knex = connectDatabase({
      url: ledger.database.urlOf(role),
      applicationName: 'access-test',
    });
    try {
      for (const sql of TRIES) await expect(rows(db, sql)).rejects.toMatchObject(REFUSED);
    } finally {
      await db.destroy();
    }
  });

  test('billing may call the functions of its interface and no others', async () => {
    const found = await rows<{ name: string }>(
      ledger.replicas[0],
      `select p.proname as name from pg_proc p
       where p.pronamespace = (select oid from pg_namespace where nspname = 'billing')
         and has_function_privilege(p.oid, 'execute') order by 1`,
    );
    expect(found.map(({ name }) => name)).toEqual([
      'book_losses',
      'chain_of',
      'create_grant',
      'deregister',
      // What reads years that left, with the rights of its caller.
      'digest_left',
      'digest_rows',
      'digest_stretch',
      'forget_old',
      'heartbeat',
      'left_before',
      'moment_of',
      'move_batch',
      'move_holds',
      'overuse_by_owner',
      'release_batch',
      'repeated_grant',
      'reserve_batch',
      'reserve_holds',
      'revoke_grant',
      'seal_stretch',
      'settle_batch',
      'settle_holds',
      'sweep_ended_grants',
      'sweep_ended_holds',
      'sweep_owners',
      'whole_since',
      'year_before',
    ]);
  });
});
