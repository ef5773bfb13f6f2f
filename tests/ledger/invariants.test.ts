import { rows } from '@tollgate/db/connect';
import { rate, parsePrices } from '@tollgate/money/rating';
import { newUuid } from '@tollgate/runtime/ids';
import { registry } from '@tollgate/telemetry/metrics';
import { INVARIANTS, RECENT } from '../../services/billing/src/invariants.ts';
import { createGrant } from '../../services/billing/src/grant.queries.ts';
import { reserveBatch, settleBatch } from '../../services/billing/src/reservation.queries.ts';
import { invariantBindings } from '../../services/billing/src/run-invariants.ts';
import { createVerifier } from '../../services/billing/src/verifier.ts';
import { aPriceVersion, quiet } from './a-ledger.ts';
import type { TestLedger } from './a-ledger.ts';
import { aBusyLedger } from './busy-ledger.ts';
import { DAMAGES } from './damages.ts';
import { FORGERIES } from './forgeries.ts';
import { afterDamage, brokenIn, CODE, OF_LEFT_YEARS, OF_SEALS, TERMS, UNGUARD } from './damaged.ts';
import { aHold, settlementOf } from './items.ts';
import { upliftUser } from './reported.ts';
import { MISSHAPEN } from './shapes.ts';

const ALL = [...DAMAGES, ...FORGERIES, ...MISSHAPEN];

let ledger: TestLedger;

beforeAll(async () => {
  ledger = await aBusyLedger();
});
afterAll(async () => {
  await ledger.drop();
});

const brokenShown = async (): Promise<string[]> =>
  (await registry.getSingleMetricAsString('tollgate_ledger_broken_total')).split('\n');

describe('the verifier', () => {
  test('finds nothing in a sound ledger', async () => {
    const { ok, checks } = await ledger.verify();
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    expect(ok).toBe(true);
  });

  test('every invariant can be seen to break', () => {
    const targets = ALL.map(([ids]) => ids.split(' ')[0]);
    expect(new Set([...targets, CODE, ...OF_SEALS, OF_LEFT_YEARS])).toEqual(
      new Set(INVARIANTS.map(({ id }) => id)),
    );
  });

  test.each(ALL)('%s and nothing else is reported for %s', async (ids, _what, damage) => {
    const broken = await afterDamage(ledger, damage, (trx) => brokenIn(trx, null));
    expect(new Set(broken)).toEqual(new Set(ids.split(' ')));
  });

  test('charges from before they were bounded by their holds are judged by the rule of their time', async () => {
    const before = `update public.schema_migration set migration_time = now() + interval '1 hour'
      where name = '0001_baseline'`;
    const uncounted = 'update billing.provider_cost set covered_n = 0';
    const large = `update billing.reservation set amount_n = 1 where state = 'settled'`;
    const brokenBy = (damage: string): Promise<string[]> =>
      afterDamage(ledger, `${damage}; ${before}`, (trx) => brokenIn(trx, null));
    expect(await brokenBy(uncounted)).toEqual([]);
    // Entries, receipts, estimates and kept answers still know the amount that was held.
    expect(await brokenBy(large)).toEqual(['I7', 'I33', 'I34', 'I41']);
  });

  test('looking only at what moved of late finds the same, but for what needs a whole history', async () => {
    const recently = new Date(Date.now() - 60_000);
    const needHistory = INVARIANTS.filter(({ isFullOnly }) => isFullOnly === true);
    for (const [ids, , damage] of ALL) {
      const broken = await afterDamage(ledger, damage, (trx) => brokenIn(trx, recently));
      const wanted = ids.split(' ').filter((id) => needHistory.every((one) => one.id !== id));
      expect([damage, new Set(broken)]).toEqual([damage, new Set(wanted)]);
    }
  });

  test('looking at what moved of late reads new entries by their key and no older ones', async () => {
    const trx = await ledger.owner.transaction();
    try {
      await rows(trx, 'set local enable_seqscan = off');
      for (const { isFullOnly, sql } of INVARIANTS) {
        if (isFullOnly === true || !sql(RECENT).includes('from billing.entry')) continue;
        const bindings = invariantBindings(TERMS, new Date());
        const plan = await rows<Record<string, string>>(trx, `explain ${sql(RECENT)}`, bindings);
        const text = plan.map((line) => Object.values(line)[0]).join('\n');
        // What a CHECK rules out is not even looked for.
        expect(text).toMatch(/One-Time Filter: false|Index Cond: .*\bid >= /);
      }
    } finally {
      await trx.rollback();
    }
  });

  test('I54 a hold that was given back while its line waits at a provider is seen in minutes', async () => {
    const accepted = `update requests.operation set created_at = now() - interval '1 day'
      where state = 'sent';
      select billing.release_batch(jsonb_build_array(jsonb_build_object('op_id', op_id,
        'attempt', attempt, 'user_id', user_id, 'reason', 'never_accepted')), true)
      from billing.reservation where state = 'held'`;
    const broken = (look: Date, more: object): Promise<string[]> =>
      afterDamage(ledger, accepted, async (trx) => brokenIn(trx, look, { ...more }));
    // The hold was closed before the look before, whose worker had time to forget the operation.
    const graceMs = 60_000;
    const late = new Date(Date.now() + graceMs / 2);
    expect(await broken(new Date(), { given_back_grace_ms: graceMs })).toEqual([]);
    expect(await broken(late, { given_back_grace_ms: 0 })).toEqual([]);
    const closedEarlier = `${accepted}; update billing.reservation
      set closed_at = now() - interval '61 seconds' where close_reason = 'never_accepted'`;
    const seen = await afterDamage(ledger, closedEarlier, (trx) =>
      brokenIn(trx, late, { given_back_grace_ms: graceMs }),
    );
    expect(seen).toEqual(['I54']);
  });

  test('rating is a part of its query and no call for each receipt', async () => {
    const rating = INVARIANTS.find(({ id }) => id === 'I12');
    const bindings = invariantBindings(TERMS, new Date());
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
    const verifier = createVerifier({ db: busy.replicas[0], timers: TERMS.timers, logger: quiet });
    try {
      expect((await verifier.look()).ok).toBe(true);
      await busy.owner.transaction(async (trx) => {
        await trx.raw(UNGUARD);
        await trx.raw('update billing.wallet set available_n = available_n + 1');
      });
      const { ok, checks } = await verifier.look();
      expect(ok).toBe(false);
      expect(checks.filter((check) => !check.ok).map(({ id }) => id)).toEqual(['I5', 'I17', 'I32']);
      expect(verifier.counters()).toEqual({
        looks: 2,
        failures: 0,
        broken: { I5: 1, I17: 1, I32: 1 },
      });
      const before = await brokenShown();
      expect((await verifier.verify()).ok).toBe(false);
      const moved = (await brokenShown()).filter((line) => !before.includes(line));
      // What the worker asks for each hour is seen by the alarm, too.
      expect(moved.map((line) => /I\d+/.exec(line)?.[0])).toEqual(['I3', 'I5', 'I17', 'I32']);
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
    cache_write_1h: '5000003',
    output: '10000007',
    reasoning: '10000007',
    flex_input: '1250001',
    flex_output: '5000003',
    priority_input: '5000009',
    priority_output: '20000011',
    request: '1',
    image: '2000000001',
    second: '3',
    long_context: [
      {
        above_input_tokens: 1_000,
        prices: { input: '3000001', output: '11', priority_input: '6000001' },
      },
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
    { cache_write: 400, cache_write_1h: 601, output: 7 },
    { flex_input: 1_000, flex_output: 7 },
    { priority_input: 1_001, priority_output: 7, request: 1 },
    { cache_write_1h: 100_001, cache_read: 3, output: 7 },
    {},
  ];
  const upliftBp = 1_234;
  const receipts = usages.map((usage) => {
    const cost = rate(usage, parsePrices(prices), upliftBp);
    const terms = { priceVersionId, userId: newUuid(), amount: cost };
    const more = { uplift_bp: upliftBp, api_key_id: newUuid(), estimate: usage };
    return { hold: aHold(terms, more), usage, cost };
  });
  const [db] = ledger.replicas;
  for (const { hold, cost } of receipts) {
    await upliftUser(ledger.owner, { userId: hold.user_id, bp: upliftBp });
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
