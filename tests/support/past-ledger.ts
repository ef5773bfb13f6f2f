import { row, rows } from '@tollgate/db/connect';
import type { Knex } from '@tollgate/db/connect';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Makes the partitions of the ledger from a day on. */
export async function putYears(owner: Knex, from: string): Promise<void> {
  for (const table of ['billing.reservation', 'billing.entry']) {
    await rows(
      owner,
      'select maintenance.ensure_years(cast(:table as regclass), cast(:from as date), current_date)',
      { table, from },
    );
  }
}

/**
 * Puts movements of every kind into a day of the past, with values that are hard to carry: a grant
 * with a revocation and an end, and holds that were settled, released, expired, and charged late on
 * the day after.
 */
export async function putLedgerDay(owner: Knex, day: string): Promise<void> {
  await rows(
    owner,
    `do $$
    declare
      morning constant timestamptz := timestamptz '${day} 00:00:00+00';
      person constant uuid := gen_random_uuid();
      given constant uuid := billing.uuid7(morning);
      ops uuid[] := array(select billing.uuid7(morning + n * interval '1 second')
        from generate_series(1, 4) n);
      -- The last of them was placed on the day before.
      states constant text[] := array['settled', 'released', 'expired', 'expired'];
      closings constant text[] := array['settle', 'release', 'expire_hold', 'expire_hold'];
      hard constant text := E'a "quoted", \\\\\\\\ (text)\\n\\té€';
    begin
      ops[4] := billing.uuid7(morning - interval '1 hour');
      insert into billing.wallet (user_id, granted_n, available_n, consumed_n, revoked_n, expired_n)
      values (person, 100, 0, 9, 1, 90);
      insert into billing.credit_grant (id, user_id, amount_n, remaining_n, consumed_n, revoked_n,
        expired_n, expires_at, created_by, created_at, body_sha)
      values (given, person, 100, 0, 9, 1, 90, morning + interval '1 day', 'admin', morning,
        sha256('b'));
      for n in 1 .. 4 loop
        insert into billing.reservation (op_id, attempt, user_id, api_key_id, amount_n, state,
          charged_n, cost_n, uncovered_n, late, late_charged_n, ceiling_n, price_version_id,
          uplift_bp, estimate, usage, usage_source, partial, created_at, expires_at, closed_at,
          close_reason, funded_at)
        values (ops[n], n, person, gen_random_uuid(), 5, states[n],
          case n when 1 then 4 end, case n when 1 then 4 when 3 then 5 end,
          case when n in (1, 3) then 0 end, n = 3, case n when 3 then 5 end,
          case n when 3 then 7 end, gen_random_uuid(), n,
          '{"exact": 12345678901234567890.123, "é": ["\\\\u20ac", null]}',
          case when n in (1, 3) then '{"request": 5}'::jsonb end,
          case when n in (1, 3) then 'provider' end, false,
          morning + n * interval '1 second', morning + interval '1 hour',
          morning + interval '1 hour' + n * interval '100 microseconds', '',
          case n when 2 then morning + interval '2 seconds 120 milliseconds' end);
        insert into billing.entry (id, user_id, kind, available_n, reserved_n, consumed_n, op_id,
          attempt, reason, at)
        values
          (billing.uuid7(morning + n * interval '1 second'), person, 'reserve', -5, 5, 0, ops[n], n,
            null, morning + n * interval '1 second'),
          (billing.uuid7(morning + interval '1 hour' + n * interval '1 microsecond'), person,
            closings[n], case n when 1 then 1 else 5 end, -5, case n when 1 then 4 else 0 end,
            ops[n], n, hard, morning + interval '1 hour' + n * interval '1 microsecond');
      end loop;
      insert into billing.entry (id, user_id, kind, available_n, consumed_n, issued_n, grant_id,
        op_id, attempt, actor, reason, at)
      values
        (billing.uuid7(morning), person, 'grant', 100, 0, -100, given, null, null, 'admin', '', morning),
        (billing.uuid7(morning + interval '2 hours'), person, 'revoke', -1, 0, 1, given, null, null,
          'adm "x"', hard, morning + interval '2 hours'),
        (billing.uuid7(morning + interval '24 hours'), person, 'settle_late', -5, 5, 0, null, ops[3],
          3, null, null, morning + interval '24 hours'),
        (billing.uuid7(morning + interval '25 hours'), person, 'expire_grant', -90, 0, 90, given,
          null, null, null, null, morning + interval '25 hours');
    end
    $$`,
  );
}

/** Seals the ledger up to a moment. As billing or its owner. */
export async function sealUntil(db: Knex, moment: string): Promise<void> {
  const last = await row<{ from: string }>(
    db,
    'select next_id as "from" from billing.seal order by no desc limit 1',
  );
  await rows(
    db,
    `select billing.seal_stretch(cast(:from as uuid), billing.first_id(cast(:moment as timestamptz)))`,
    { from: last?.from ?? FIRST_ID, moment: `${moment}Z` },
  );
}
