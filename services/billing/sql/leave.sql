-- How a closed year leaves the ledger: its sums are written in the transaction that proves that its
-- rows are what was sealed and archived, its partitions are exchanged for what has to stay, and are
-- dropped later. Each step is a transaction of its own, so that a command that dies leaves what the
-- next run goes on with. The owner alone may call these.

-- Days after the end of a year before it may leave: longer than a hold lives, and than an expired
-- one may be charged late.
create or replace function ledger_archive.leave_after()
returns interval
language sql immutable
as $$
select interval '60 days'
$$;
revoke all on function ledger_archive.leave_after() from public;

-- The moment in which a year is over.
create or replace function ledger_archive.end_of(of_year integer)
returns timestamptz
language sql immutable
as $$
select make_timestamptz(of_year + 1, 1, 1, 0, 0, 0, 'UTC')
$$;
revoke all on function ledger_archive.end_of(integer) from public;

-- The partitions of the ledger that end with a year or in it and have not left.
create or replace function ledger_archive.parts_of(of_year integer)
returns table(parent regclass, child regclass, first_day date, next_day date)
language sql stable
as $$
select t.parent, p.child, p.first_day, p.next_day
from (values ('billing.reservation'::regclass), ('billing.entry'::regclass)) t(parent)
cross join lateral maintenance.partitions_of(t.parent) p
where p.next_day <= (ledger_archive.end_of(of_year) at time zone 'UTC')::date
  and p.first_day >= coalesce(
    (billing.moment_of((billing.year_before(of_year)).next_id) at time zone 'UTC')::date,
    '-infinity')
order by 1, 3
$$;
revoke all on function ledger_archive.parts_of(integer) from public;

-- What keeps a year beside what `ledger_archive.years` says: its age, years before it, the state of
-- its partitions, of seals, of looks and of backups. No row: nothing.
create or replace function ledger_archive.why_not(of_year integer)
returns table(reason text)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
with own as (
  select ledger_archive.end_of(of_year) as over_at,
    billing.first_id(ledger_archive.end_of(of_year)) as next_id,
    (ledger_archive.end_of(of_year) at time zone 'UTC')::date as over_day,
    ledger_archive.end_of(of_year) - interval '1 minute' as whole_at
)
select 'it may leave from ' || to_char(o.over_at + ledger_archive.leave_after(), 'YYYY-MM-DD')
  || ' on, when nothing of it can be charged any more'
from own o where o.over_at + ledger_archive.leave_after() > clock_timestamp()
union all
select b.year || ' has to leave first'
from (
  select min(extract(year from ledger_archive.day_of(s.next_id)))::int as year from billing.seal s
  where s.next_id > billing.left_before()
) b where b.year < of_year
union all
select 'it has no sealed movement'
where not exists (select from billing.seal s
  where extract(year from ledger_archive.day_of(s.next_id)) = of_year)
union all
select p.child || ' goes on behind the year'
from own o, (values ('billing.reservation'::regclass), ('billing.entry'::regclass)) t(parent)
cross join lateral maintenance.partitions_of(t.parent) p
where p.first_day < o.over_day and p.next_day > o.over_day
union all
select 'days of ' || m.parent || ' are being made a month'
from own o, maintenance.merge m where m.first_day < o.over_day
union all
select 'rows of it are in no year of billing.entry'
from own o where exists (select from billing.entry_default e where e.id < o.next_id)
union all
select 'rows of it are in no year of billing.reservation'
from own o where exists (select from billing.reservation_default r where r.op_id < o.next_id)
union all
select count(*) || ' grants have moments in it that are not sealed'
from own o join billing.credit_grant g on g.created_at < o.whole_at
left join billing.sealed_grant s on s.grant_id = g.id
where s.grant_id is null
  or g.expires_at < o.whole_at and g.remaining_n + g.expired_n > 0 and s.ended_n is null
having count(*) > 0
union all
select 'the whole ledger was not found sound within the last day: run make verify-ledger FULL=1'
where not exists (select from maintenance.ledger_look l
  where l.is_sound and l.ended_at > clock_timestamp() - interval '1 day')
union all
select 'no backup of the last two days was made and read again'
where not exists (select from maintenance.backup b
  where b.verified_at is not null and b.taken_at > clock_timestamp() - interval '2 days')
$$;
revoke all on function ledger_archive.why_not(integer) from public;

-- What keeps the tables of a year that left from being dropped. No row: nothing.
create or replace function ledger_archive.why_not_drop(of_year integer, wait interval)
returns table(reason text)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
select 'they are kept until ' || to_char((y.left_at + wait) at time zone 'UTC', 'YYYY-MM-DD HH24:MI')
  || ' UTC, so that the year can be brought back'
from billing.left_year y where y.year = of_year and y.left_at + wait > clock_timestamp()
union all
select 'the whole ledger was not found sound since: run make verify-ledger FULL=1'
from billing.left_year y where y.year = of_year and not exists (
  select from maintenance.ledger_look l where l.is_sound and l.ended_at > y.left_at)
union all
select 'no backup was made and read again since'
from billing.left_year y where y.year = of_year and not exists (
  select from maintenance.backup b where b.verified_at is not null and b.taken_at > y.left_at)
$$;
revoke all on function ledger_archive.why_not_drop(integer,interval) from public;

-- Refuses when a day of the year was not read again in the archive since a moment. @errors 55000
create or replace function ledger_archive.assert_read(of_year integer, since timestamptz)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  unread bigint;
begin
  select count(*) into unread
  from (select distinct ledger_archive.day_of(s.next_id) as day from billing.seal s) d
  left join ledger_archive.day a on a.day = d.day
  where extract(year from d.day) = of_year
    and not coalesce(a.archived_at is not null and a.verified_at >= since, false);
  if unread > 0 then
    raise exception using errcode = '55000', message = format(
      '%s has to stay: %s of its days are not in the archive, or were not read again there',
      of_year, unread);
  end if;
end
$$;
revoke all on function ledger_archive.assert_read(integer,timestamptz) from public;

-- Refuses when something keeps the year. @errors 55000 with all reasons
create or replace function ledger_archive.assert_ready(of_year integer, since timestamptz)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  reasons text := (select string_agg(w.reason, '; ') from ledger_archive.why_not(of_year) w);
  known record;
begin
  if reasons is not null then
    raise exception using errcode = '55000', message = format('%s has to stay: %s', of_year, reasons);
  end if;
  select * into known from ledger_archive.years() y where y.year = of_year;
  if not known.is_sealed or known.open_holds > 0 or known.witnesses <> '{}' then
    raise exception using errcode = '55000', message = format(
      '%s has to stay: %s holds are open, compared with %s', of_year, known.open_holds,
      array_to_string(known.witnesses, ', '));
  end if;
  perform ledger_archive.assert_read(of_year, since);
end
$$;
revoke all on function ledger_archive.assert_ready(integer,timestamptz) from public;
