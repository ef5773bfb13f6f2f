import { rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';
import { rate, parsePrices } from '@tollgate/money/rating';
import { newUuid } from '@tollgate/runtime/ids';
import { scaleTimers } from '@tollgate/runtime/timers';
import { INVARIANTS, RECENT, WHOLE_BOOK } from '../../services/billing/src/invariants.ts';
import {
  createGrant,
  reserveBatch,
  settleBatch,
  sweepEndedHolds,
} from '../../services/billing/src/queries.ts';
import { createVerifier, invariantBindings } from '../../services/billing/src/verifier.ts';
import { aLedger, aPriceVersion, quiet } from './a-ledger.ts';
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
  await rows(
    busy.owner,
    `${RECORDED} select op_id, created_at, 'r', user_id, api_key_id, 'live', '/v1/chat/completions',
       false, false, 200, 'served', 1, coalesce(charged_n, late_charged_n), 1, 1, price_version_id
     from billing.reservation where cost_n is not null`,
  );
  return busy;
}

beforeAll(async () => {
  ledger = await aBusyLedger();
});
afterAll(async () => {
  await ledger.drop();
});

/** A request record; the columns that a charge does not tell have any value. */
const RECORDED = `insert into requests.record (id, at, request_id, user_id, api_key_id, mode, route, stream, async,
    status, outcome, attempt, charged_n, total_ms, queue_ms, price_version_id)`;

/**
 * How a book could be wrong although every function is right; constraints and triggers are off for it. The first id is what the
 * damage is about, others follow from it: reserved credit, for instance, can not differ from the holds (I6) while both are what
 * the entries say (I3 and I7).
 */
const DAMAGES: readonly [ids: string, what: string, sql: string][] = [
  [
    'I1',
    'movements that make money and lose it again',
    `with two as (select id, row_number() over (order by id) as nth from billing.entry limit 2)
     update billing.entry e set available_n = available_n + case nth when 1 then 1 else -1 end
     from two where two.id = e.id`,
  ],
  ['I2 I1 I3', 'movements that make money', `update billing.entry set issued_n = issued_n + 1`],
  ['I3', 'a wallet without its entry', `delete from billing.entry where kind = 'grant'`],
  [
    'I4',
    'a wallet below zero',
    `update billing.wallet set expired_n = expired_n - 1, revoked_n = revoked_n + 1;
     update billing.credit_grant set expired_n = expired_n - 1, revoked_n = revoked_n + 1`,
  ],
  [
    'I5',
    'a wallet that was granted more than its grants',
    `update billing.wallet set granted_n = granted_n + 1, revoked_n = revoked_n + 1`,
  ],
  [
    'I5 I3',
    'a wallet that does not add up',
    `update billing.wallet set consumed_n = consumed_n + 1`,
  ],
  [
    'I6 I7',
    'a hold larger than what is reserved for it',
    `update billing.reservation set amount_n = amount_n + 1 where state = 'held'`,
  ],
  [
    'I7',
    'a hold closed twice',
    `insert into billing.entry (id, user_id, kind, op_id, attempt, at)
     select billing.uuid7(now()), user_id, 'release', op_id, attempt, now()
     from billing.reservation where state = 'settled' limit 1`,
  ],
  ['I8', 'an overrun that nobody bears', `delete from billing.provider_cost`],
  [
    'I8 I7',
    'a charge above the hold',
    `update billing.reservation set amount_n = 1 where state = 'settled'`,
  ],
  [
    'I9 I6 I7',
    'two open holds',
    `insert into billing.reservation (op_id, attempt, user_id, api_key_id,
       amount_n, price_version_id, uplift_bp, estimate, created_at, expires_at)
     select op_id, attempt + 1, user_id, api_key_id, amount_n, price_version_id, uplift_bp,
       estimate, created_at, expires_at from billing.reservation where state = 'held'`,
  ],
  [
    'I10 I7 I18',
    'two charges',
    `insert into billing.reservation (op_id, attempt, user_id, api_key_id, amount_n, price_version_id,
       uplift_bp, estimate, created_at, expires_at, closed_at, state, charged_n)
     select op_id, attempt + 1, user_id, api_key_id, amount_n, price_version_id, uplift_bp,
       estimate, created_at, expires_at, closed_at, 'settled', 1
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
    'I13',
    'a dispatch without a hold',
    `${RECORDED} select gen_random_uuid(), now(), 'r', gen_random_uuid(), gen_random_uuid(), 'live',
       '/v1/chat/completions', false, false, 502, 'failed', 1, 0, 1, 1, gen_random_uuid()`,
  ],
  [
    'I13',
    'an operation dispatched without a hold',
    `insert into requests.operation
       (id, user_id, api_key_id, mode, route, request_id, box, dispatches, expires_at)
     select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'live',
       '/v1/chat/completions', 'r', '', 1, now()`,
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
    `insert into billing.entry (id, user_id, kind, grant_id, available_n, consumed_n, at)
     select billing.uuid7(now()), user_id, 'grant', id, -turn, turn, now()
     from billing.credit_grant cross join (values (1), (-1)) as turns (turn)`,
  ],
  [
    'I17',
    'a grant with more left than the wallet',
    `update billing.credit_grant set remaining_n = remaining_n + 1`,
  ],
  [
    'I18',
    'records that tell other charges than the ledger',
    `update requests.record set charged_n = charged_n + 1`,
  ],
  ['I18', 'charges that no record tells', `delete from requests.record`],
  [
    'I19',
    'another role that may reach the book',
    `grant select on billing.credit_grant to tollgate_worker`,
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

const TIMERS = scaleTimers(1);

/** The ids of all invariants that are broken, as their owner sees it. */
async function brokenIn(trx: Knex.Transaction, since: Date | null): Promise<string[]> {
  const scope = since === null ? WHOLE_BOOK : RECENT;
  const broken: string[] = [];
  for (const { id, isFullOnly, sql } of INVARIANTS) {
    if (since !== null && isFullOnly === true) continue;
    const bindings = { ...invariantBindings(TIMERS, since), record_grace_ms: 0 };
    const found = await rows(trx, sql(scope), bindings);
    if (found.length > 0) broken.push(id);
  }
  return broken;
}

/** Damages the book with every guard off, looks, and takes it all back. */
async function afterDamage<Result>(
  damage: string,
  look: (trx: Knex.Transaction) => Promise<Result>,
): Promise<Result> {
  const trx = await ledger.owner.transaction();
  try {
    await trx.raw(UNGUARD);
    await trx.raw(damage.replaceAll('?', '\\?'));
    return await look(trx);
  } finally {
    await trx.rollback();
  }
}

describe('the verifier', () => {
  test('finds nothing in a sound ledger', async () => {
    const { ok, checks } = await ledger.verify();
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    expect(ok).toBe(true);
  });

  test('every invariant can be seen to break', () => {
    const targets = DAMAGES.map(([ids]) => ids.split(' ')[0]);
    expect(new Set(targets)).toEqual(new Set(INVARIANTS.map(({ id }) => id)));
  });

  test.each(DAMAGES)('%s and nothing else is reported for %s', async (ids, _what, damage) => {
    const broken = await afterDamage(damage, (trx) => brokenIn(trx, null));
    expect(new Set(broken)).toEqual(new Set(ids.split(' ')));
  });

  test('looking only at what moved of late finds the same, but for what needs a whole history', async () => {
    const recently = new Date(Date.now() - 60_000);
    const needHistory = INVARIANTS.filter(({ isFullOnly }) => isFullOnly === true);
    for (const [ids, , damage] of DAMAGES) {
      const broken = await afterDamage(damage, (trx) => brokenIn(trx, recently));
      const wanted = ids.split(' ').filter((id) => needHistory.every((one) => one.id !== id));
      expect([damage, new Set(broken)]).toEqual([damage, new Set(wanted)]);
    }
  });

  test('looking at what moved of late reads new entries by their key and no older ones', async () => {
    const trx = await ledger.owner.transaction();
    try {
      await rows(trx, 'set local enable_seqscan = off');
      for (const { isFullOnly, sql } of INVARIANTS) {
        if (isFullOnly === true || !sql(RECENT).includes('billing.entry')) continue;
        const bindings = invariantBindings(TIMERS, new Date());
        const plan = await rows<Record<string, string>>(trx, `explain ${sql(RECENT)}`, bindings);
        const text = plan.map((line) => Object.values(line)[0]).join('\n');
        // What a CHECK rules out is not even looked for.
        expect(text).toMatch(/One-Time Filter: false|Index Cond: .*\bid >= /);
      }
    } finally {
      await trx.rollback();
    }
  });

  test('rating is a part of its query and no call for each receipt', async () => {
    const rating = INVARIANTS.find(({ id }) => id === 'I12');
    const bindings = invariantBindings(TIMERS, new Date());
    const plan = await rows<Record<string, string>>(
      ledger.owner,
      `explain (verbose) ${rating?.sql(RECENT) ?? ''}`,
      bindings,
    );
    const text = plan.map((line) => Object.values(line)[0]).join('\n');
    expect(text).toMatch(/jsonb_each_text/);
    expect(text).not.toMatch(/catalog\.(rated|worth)\(/);
  });

  test('its own look says what is broken and counts it', async () => {
    const busy = await aBusyLedger();
    const verifier = createVerifier({ db: busy.replicas[0], timers: TIMERS, logger: quiet });
    try {
      expect((await verifier.look()).ok).toBe(true);
      await busy.owner.transaction(async (trx) => {
        await trx.raw(UNGUARD);
        await trx.raw('update billing.wallet set available_n = available_n + 1');
      });
      const { ok, checks } = await verifier.look();
      expect(ok).toBe(false);
      expect(checks.filter((check) => !check.ok).map(({ id }) => id)).toEqual(['I5', 'I17']);
      expect(verifier.counters()).toEqual({ looks: 2, failures: 0, broken: { I5: 1, I17: 1 } });
    } finally {
      await busy.drop();
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
    image: '2000000001',
    second: '3',
    long_context: [
      { above_input_tokens: 1_000, prices: { input: '3000001', output: '11' } },
      { above_input_tokens: 100_000, prices: { cache_read: '5' } },
    ],
  };
  const priceVersionId = await aPriceVersion(ledger.owner, prices);
  const usages = [
    { input: 1, output: 1 },
    { input: 123_457, cache_read: 7, cache_write: 999, output: 4_321, reasoning: 17, request: 1 },
    { request: 1 },
    { input: 0, output: 3 },
    { input: 1_000, output: 7, image: 3, second: 11 },
    { input: 1_001, output: 7, image: 1 },
    { input: 1, cache_read: 1_000, output: 7 },
    { cache_write: 100_001, cache_read: 3, output: 999_999 },
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
