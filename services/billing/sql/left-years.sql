-- Years that have left the ledger: what has a smaller id than their end lies in the archive alone.

-- The first id that has not left the ledger.
create or replace function billing.left_before()
returns uuid
language sql stable
as $$
select coalesce(
  (select y.next_id from billing.left_year y where y.left_at is not null
    order by y.year desc limit 1),
  '00000000-0000-0000-0000-000000000000')
$$;
revoke all on function billing.left_before() from public;
grant execute on function billing.left_before() to tollgate_billing;

-- The first id of operations that still move: an older one is neither held for nor charged to the
-- platform any more, so that nothing of a year moves long before the year may leave.
create or replace function billing.oldest_op()
returns uuid
language sql stable
as $$
select billing.first_id(clock_timestamp() - interval '50 days')
$$;
revoke all on function billing.oldest_op() from public;

-- The first id that has not left, where one of these operations may have; null where all are so
-- young that no year of theirs can have left, which needs no look at any table.
create or replace function billing.left_among(op_ids uuid[])
returns uuid
language plpgsql stable
as $$
declare
  oldest constant uuid := billing.oldest_op();
  is_any_old boolean := op_ids[1] < oldest;
begin
  if cardinality(op_ids) > 1 then
    is_any_old := exists (select from unnest(op_ids) o where o < oldest);
  end if;
  if is_any_old then
    return billing.left_before();
  end if;
  return null;
end
$$;
revoke all on function billing.left_among(uuid[]) from public;

-- Since when every consumption is a row: before that moment a year has left. A minute before its
-- end, so that what is noted under the next day is a row as well.
create or replace function billing.whole_since(of_year billing.left_year)
returns timestamptz
language sql stable
as $$
select coalesce(billing.moment_of(of_year.next_id) - interval '1 minute', '-infinity')
$$;
revoke all on function billing.whole_since(billing.left_year) from public;
grant execute on function billing.whole_since(billing.left_year) to tollgate_billing;

-- The year that left before a year, or is about to; all null where there is none.
create or replace function billing.year_before(of_year integer)
returns billing.left_year
language sql stable
as $$
select y from billing.left_year y where y.year < of_year order by y.year desc limit 1
$$;
revoke all on function billing.year_before(integer) from public;
grant execute on function billing.year_before(integer) to tollgate_billing;

-- SHA-256 over what stays of a year that left: the sums of its wallets, the movements and holds
-- that were kept, what seals know of the moments of its grants, what its days have noted, and its
-- losses. Rows are digested day by day, since a value ends at a gigabyte.
create or replace function billing.digest_left(of_year integer)
returns bytea
language plpgsql stable
set timezone = 'UTC'
set datestyle = 'ISO, YMD'
set jit = off
as $$
declare
  own billing.left_year;
  prior constant billing.left_year := billing.year_before(of_year);
  low_id constant uuid := coalesce(prior.next_id, '00000000-0000-0000-0000-000000000000');
  low_at timestamptz;
  from_at timestamptz;
  over_at timestamptz;
  entries text := 'billing.entry';
  holds text := 'billing.reservation';
  parts bytea[];
begin
  select y.* into own from billing.left_year y where y.year = of_year;
  over_at := billing.moment_of(own.next_id);
  low_at := coalesce(billing.moment_of(prior.next_id), '-infinity');
  from_at := billing.whole_since(prior);
  if own.left_at is null then
    entries := format('maintenance.kept_entry_%s', of_year);
    holds := format('maintenance.kept_reservation_%s', of_year);
  end if;
  parts := array[
    (select sha256(coalesce(string_agg(sha256(convert_to(
        row(w.user_id, w.available_n, w.reserved_n, w.consumed_n, w.issued_n)::text, 'UTF8')),
        ''::bytea order by w.user_id), ''))
      from billing.left_wallet w where w.year = of_year),
    billing.digest_rows(format(
      'select e.at::date, e.id::text, row(e.id, e.user_id, e.kind, e.available_n, e.reserved_n,
         e.consumed_n, e.issued_n, e.grant_id, e.op_id, e.attempt, e.actor, e.reason, e.at)::text
       from %s e where e.at >= %L and e.at < %L', entries, low_at, over_at)),
    billing.digest_rows(format(
      'select r.created_at::date, r.op_id::text || r.attempt, row(r.op_id, r.attempt, r.user_id,
         r.api_key_id, r.amount_n, r.state, r.price_version_id, r.uplift_bp, r.estimate,
         r.created_at, r.expires_at, r.closed_at, r.close_reason, r.funded_at, r.charged_n, r.late,
         r.late_charged_n, r.cost_n, r.uncovered_n, r.ceiling_n, r.usage, r.usage_source,
         r.partial)::text
       from %s r where r.op_id >= %L and r.op_id < %L', holds, low_id, own.next_id)),
    billing.digest_rows(format(
      'select g.created_at::date, g.id::text, row(g.id, g.user_id, g.created_at, s.before_n,
         s.given_n)::text
       from billing.credit_grant g left join billing.sealed_grant s on s.grant_id = g.id
       where g.created_at >= %1$L and g.created_at < %2$L
       union all
       select g.expires_at::date, g.id::text || '' end'', row(g.id, g.expires_at, s.ended_n)::text
       from billing.credit_grant g left join billing.sealed_grant s on s.grant_id = g.id
       where g.expires_at >= %1$L and g.expires_at < %2$L', from_at, billing.whole_since(own))),
    billing.digest_rows(format(
      'select d.day, d.grant_id::text, row(d.grant_id, d.day, d.consumed_n)::text
       from billing.grant_day d where d.day >= %L and d.day < %L', low_at::date, over_at::date)),
    billing.digest_rows(format(
      'select p.at::date, p.op_id::text || '' '' || p.attempt || '' '' || p.n, row(p.op_id, p.attempt,
         p.n, p.cost_n, p.uncovered_n, p.covered_n, p.reason, p.is_known, p.user_id, p.at)::text
       from billing.provider_cost p where p.op_id >= %L and p.op_id < %L', low_id, own.next_id))
  ];
  return (select sha256(string_agg(p.part, ''::bytea order by p.n))
    from unnest(parts) with ordinality as p(part, n));
end
$$;
revoke all on function billing.digest_left(integer) from public;
grant execute on function billing.digest_left(integer) to tollgate_billing;

-- SHA-256 over rows that a query gives as day, key and text, in the order of days and keys.
create or replace function billing.digest_rows(query text)
returns bytea
language plpgsql stable
as $$
declare
  digest bytea;
begin
  execute format(
    'select sha256(coalesce(string_agg(of_day, ''''::bytea order by day), ''''))
     from (
       select day, sha256(string_agg(sha256(convert_to(text, ''UTF8'')), ''''::bytea
         order by key collate "C")) as of_day
       from (%s) as line(day, key, text) group by day
     ) days', query) into digest;
  return digest;
end
$$;
revoke all on function billing.digest_rows(text) from public;
grant execute on function billing.digest_rows(text) to tollgate_billing;

-- A movement cannot be put into a year that left: nothing in the database would know what else the
-- year had.
create or replace function billing.refuse_left()
returns trigger
language plpgsql
as $$
begin
  raise exception using errcode = '42501',
    message = format('%I has left the ledger: its movements are in the archive', tg_table_name);
end
$$;
revoke all on function billing.refuse_left() from public;

-- Forbids new rows in the partitions of years that left. After a restore as well, which makes the
-- partitions anew.
create or replace function ledger_archive.guard_left_years()
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  part record;
  over constant date := (select max(billing.moment_of(y.next_id)) at time zone 'UTC'
    from billing.left_year y where y.left_at is not null);
begin
  for part in
    select p.child
    from (values ('billing.entry'::regclass), ('billing.reservation'::regclass)) t(parent)
    cross join lateral maintenance.partitions_of(t.parent) p
    where p.next_day <= over
  loop
    execute format('create or replace trigger year_has_left before insert on %s for each row
      execute function billing.refuse_left()', part.child);
  end loop;
end
$$;
revoke all on function ledger_archive.guard_left_years() from public;

-- The years that left or are about to, the newest first, and how many wallets moved in each.
create or replace function ledger_archive.left_years()
returns table(
  year integer,
  wallets bigint,
  kept_entries bigint,
  digest bytea,
  summed_at timestamptz,
  left_at timestamptz,
  dropped_at timestamptz
)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
select y.year, (select count(*) from billing.left_wallet w where w.year = y.year), y.kept_entries,
  y.digest, y.summed_at, y.left_at, y.dropped_at
from billing.left_year y order by y.year desc
$$;
revoke all on function ledger_archive.left_years() from public;
grant execute on function ledger_archive.left_years() to tollgate_archive;

-- What wallets moved in a year that left, by user.
create or replace function ledger_archive.left_wallets(
  of_year integer,
  after_user uuid,
  most integer
)
returns table(
  user_id uuid,
  available_n bigint,
  reserved_n bigint,
  consumed_n bigint,
  issued_n bigint
)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
select w.user_id, w.available_n, w.reserved_n, w.consumed_n, w.issued_n
from billing.left_wallet w
where w.year = of_year and w.user_id > after_user
order by w.user_id limit most
$$;
revoke all on function ledger_archive.left_wallets(integer,uuid,integer) from public;
grant execute on function ledger_archive.left_wallets(integer,uuid,integer) to tollgate_archive;

-- The archived days of a year, and where each lies.
create or replace function ledger_archive.archived_days(of_year integer)
returns table(day date, store text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
select d.day, d.store from ledger_archive.day d
where d.archived_at is not null and extract(year from d.day) = of_year
order by d.day
$$;
revoke all on function ledger_archive.archived_days(integer) from public;
grant execute on function ledger_archive.archived_days(integer) to tollgate_archive;
