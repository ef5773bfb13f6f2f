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

/** Days of a year that {@link putYear} fills, and some of the years after. */
export const daysOf = (year: number): string[] => [
  `${year}-01-02`,
  `${year}-06-30`,
  `${year}-07-02`,
  `${year}-12-31`,
  `${year + 1}-01-01`,
  `${year + 1}-01-02`,
  `${year + 2}-01-02`,
];

/**
 * Puts calls of some wallets into a year and the first days of the next ones, and everything that
 * goes with them: grants, one of which ends in the year, the days under which their consumption is
 * noted, and sums of requests whose records were purged. Some holds were released, expired, or
 * charged late; some are closed in the last minute of the year, and some behind it.
 * @returns how many holds there are
 */
export async function putYear(
  owner: Knex,
  { year, priceVersionId }: { year: number; priceVersionId: string },
): Promise<number> {
  await putYears(owner, `${year}-01-01`);
  await owner.raw(`
    update public.schema_migration set migration_time = '${year - 1}-01-01' where name = '0001_baseline';
    update audit.chain set anchor_at = now();
    alter table catalog.price_version disable trigger user;
    update catalog.price_version set effective_at = '${year}-01-01Z', created_at = '${year}-01-01Z'
    where id = '${priceVersionId}';
    alter table catalog.price_version enable trigger user;
    create temp table call on commit drop as
    select n, md5((n % 5)::text)::uuid as user_id, at, billing.uuid7(at) as op_id,
      case n % 10 when 0 then 'released' when 1 then 'expired' when 2 then 'expired' else 'settled' end
        as state,
      n % 10 = 2 as late, case when n % 10 in (0, 1) then 0 else 1 + n % 4 end as charged_n,
      case when n % 60 = 59 then at + interval '1 hour' else at + interval '200 milliseconds' end
        as closed_at, case n when 232 then interval '20 hours' else interval '3 seconds' end as lateness
    from (
      select n, case when n % 60 in (57, 58, 59) and day like '%-12-31'
          then (day::date + 1)::timestamp at time zone 'UTC' - (60 - n % 60) * interval '300 milliseconds'
          else day::timestamp at time zone 'UTC' + (1 + n % 60) * interval '11 minutes' end as at
      from unnest(array['${daysOf(year).join("', '")}']) with ordinality as d(day, number)
      cross join lateral generate_series((number - 1) * 60, number * 60 - 1) n
    ) spread;
    insert into billing.wallet (user_id) select distinct user_id from call;
    insert into billing.reservation (op_id, attempt, user_id, api_key_id, amount_n, state, charged_n,
      late, late_charged_n, cost_n, uncovered_n, price_version_id, uplift_bp, estimate, usage,
      usage_source, created_at, expires_at, closed_at, close_reason)
    select op_id, 1, user_id, user_id, 10, state, case when state = 'settled' then charged_n end, late,
      case when late then charged_n end, case when charged_n > 0 then charged_n end,
      case when charged_n > 0 then 0 end, '${priceVersionId}', 0, '{"request": 10}',
      case when charged_n > 0 then jsonb_build_object('request', charged_n) end,
      case when charged_n > 0 then 'provider' end, at, at + interval '2 hours', closed_at, state
    from call;
    insert into billing.entry (id, user_id, kind, available_n, reserved_n, consumed_n, op_id, attempt, at)
    select billing.uuid7(at), user_id, 'reserve', -10, 10, 0, op_id, 1, at from call
    union all
    select billing.uuid7(closed_at), user_id, case state when 'settled' then 'settle'
        when 'released' then 'release' else 'expire_hold' end,
      10 - case when state = 'settled' then charged_n else 0 end, -10,
      case when state = 'settled' then charged_n else 0 end, op_id, 1, closed_at
    from call
    union all
    select billing.uuid7(closed_at + lateness), user_id, 'settle_late', -charged_n, 0,
      charged_n, op_id, 1, closed_at + lateness
    from call where late;
    create temp table paid on commit drop as
    select user_id, (at at time zone 'UTC')::date as day, sum(consumed_n) as n,
      at < '${year}-07-01Z' as is_early
    from billing.entry where consumed_n > 0 group by 1, 2, 4;
    insert into billing.credit_grant (id, user_id, amount_n, remaining_n, consumed_n, expired_n,
      expires_at, created_by, created_at, body_sha)
    select billing.uuid7('${year}-01-02Z'), user_id, 5000, case when is_early then 0 else 5000 - n end,
      n, case when is_early then 5000 - n else 0 end,
      case when is_early then timestamptz '${year}-07-01Z' end, 'admin', '${year}-01-02Z', sha256('b')
    from (select user_id, is_early, sum(n) as n from paid group by 1, 2) both_grants;
    insert into billing.grant_day (grant_id, day, consumed_n)
    select g.id, p.day, p.n from paid p join billing.credit_grant g
      on g.user_id = p.user_id and (g.expires_at is not null) = p.is_early;
    insert into billing.entry (id, user_id, kind, available_n, issued_n, grant_id, at)
    select g.id, g.user_id, 'grant', g.amount_n, -g.amount_n, g.id, g.created_at
    from billing.credit_grant g
    union all
    select billing.uuid7('${year}-07-02 00:00:01Z'), g.user_id, 'expire_grant', -g.expired_n, g.expired_n,
      g.id, '${year}-07-02 00:00:01Z'
    from billing.credit_grant g where g.expired_n > 0;
    update billing.wallet w set granted_n = 10000, available_n = e.available_n,
      consumed_n = e.consumed_n, expired_n = 10000 - e.available_n - e.consumed_n
    from (select user_id, sum(available_n) as available_n, sum(consumed_n) as consumed_n
      from billing.entry group by user_id) e
    where e.user_id = w.user_id;
    insert into requests.record (id, at, request_id, user_id, api_key_id, mode, route, stream, async,
      status, outcome, attempt, charged_n, total_ms)
    select op_id, closed_at, 'req_old', user_id, user_id, 'live', 'chat', false, false, 200, 'served', 1,
      charged_n, 5
    from call where charged_n > 0;
    delete from requests.record`);
  const found = await row<{ holds: number }>(
    owner,
    'select count(*)::int as holds from billing.reservation',
  );
  return found?.holds ?? 0;
}

/** Notes that a year has left the ledger, in which a wallet moved; its sums are all zero. */
export async function putLeftYear(
  owner: Knex,
  { year, userId }: { year: number; userId: string },
): Promise<void> {
  await rows(
    owner,
    `with own as (
       insert into billing.left_year (year, next_id, last_no, entries, kept_entries, kept_holds,
         available_n, reserved_n, consumed_n, issued_n, digest, summed_at, left_at)
       select cast(:year as int), billing.first_id(ledger_archive.end_of(:year)), 1, 2, 0, 0, 0, 0, 0,
         0, sha256(''), now(), now() returning year)
     insert into billing.left_wallet (year, user_id, available_n, reserved_n, consumed_n, issued_n)
     select year, cast(:userId as uuid), 0, 0, 0, 0 from own`,
    { year, userId },
  );
}
