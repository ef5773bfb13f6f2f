-- Registers a table that is partitioned by day.
create or replace function maintenance.register_partitioned(parent regclass, key_kind text)
returns void
language plpgsql
as $$
begin
  insert into maintenance.partitioned values (parent, key_kind);
  execute format('create table %s_default partition of %s default', parent, parent);
end
$$;

-- A bound of a partition, the beginning of a day, as its table writes it.
create or replace function maintenance.day_bound(key_kind text, day date)
returns text
language sql immutable
as $$
select case key_kind
  when 'time' then to_char(day, 'YYYY-MM-DD') || ' 00:00:00+00'
  else regexp_replace(
    lpad(to_hex((extract(epoch from day::timestamp) * 1000)::bigint), 12, '0'),
    '^(.{8})(.{4})$', '\1-\2-0000-0000-000000000000')
end
$$;

-- Row triggers come with a partition by themselves; those that forbid TRUNCATE do not.
create or replace function maintenance.copy_truncate_triggers(parent regclass, child regclass)
returns void
language plpgsql
as $$
declare
  item record;
begin
  for item in
    select tgname, tgfoid::regproc::text as handler from pg_trigger
    where tgrelid = parent and not tgisinternal and (tgtype & 32) <> 0
  loop
    execute format('create or replace trigger %I before truncate on %s execute function %s()',
      item.tgname, child, item.handler);
  end loop;
end
$$;

-- The day on which a bound of a partition lies.
create or replace function maintenance.bound_day(bound text)
returns date
language sql stable
as $$
select ((case when bound ~ '^[0-9a-f]{8}-'
  then to_timestamp(('x' || left(replace(bound, '-', ''), 12))::bit(48)::bigint / 1000)
  else bound::timestamptz end) at time zone 'UTC')::date
$$;
revoke all on function maintenance.bound_day(text) from public;

-- The partitions of a table, without the one for rows of no day.
create or replace function maintenance.partitions_of(parent regclass)
returns table(child regclass, first_day date, next_day date)
language sql stable
as $$
select c.oid::regclass, maintenance.bound_day(bound.pair[1]), maintenance.bound_day(bound.pair[2])
from pg_inherits i join pg_class c on c.oid = i.inhrelid
cross join lateral regexp_match(pg_get_expr(c.relpartbound, c.oid),
  'FROM \(''([^'']+)''\) TO \(''([^'']+)''\)') as bound(pair)
where i.inhparent = parent and bound.pair is not null
$$;
revoke all on function maintenance.partitions_of(regclass) from public;

-- The end of the name of a partition of days that are neither one day nor a year.
create or replace function maintenance.name_from(first_day date)
returns text
language sql stable
as $$
select to_char(first_day, '_YYYY"_from_"MMDD')
$$;
revoke all on function maintenance.name_from(date) from public;

-- Makes a separate table one of the partitions. Large ones are cleaned of what calls leave behind
-- as often as small ones.
create or replace function maintenance.attach_partition(
  parent regclass,
  child text,
  first_day date,
  next_day date
)
returns void
language plpgsql
as $$
declare
  kind constant text := (select p.key_kind from maintenance.partitioned p
    where p.parent = attach_partition.parent);
begin
  execute format('alter table %s attach partition %s for values from (%L) to (%L)', parent, child,
    maintenance.day_bound(kind, first_day), maintenance.day_bound(kind, next_day));
  perform maintenance.copy_truncate_triggers(parent, child::regclass);
  if next_day > first_day + 1 then
    execute format('alter table %s set (autovacuum_vacuum_scale_factor = 0.02,
      autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)', child);
  end if;
end
$$;
revoke all on function maintenance.attach_partition(regclass,text,date,date) from public;

-- Makes the missing years between two days, or what other partitions leave of them.
create or replace function maintenance.ensure_years(parent regclass, from_day date, to_day date)
returns integer
language plpgsql
as $$
declare
  made int := 0;
  day date := from_day;
  year date;
  first_day date;
  next_day date;
  child text;
begin
  while day <= to_day loop
    year := date_trunc('year', day);
    select max(p.next_day) filter (where p.first_day <= day and p.next_day > day),
      greatest(max(p.next_day) filter (where p.next_day <= day), year)
    into next_day, first_day from maintenance.partitions_of(parent) p;
    if next_day is null then
      next_day := (select least(min(p.first_day) filter (where p.first_day > day),
        year + interval '1 year') from maintenance.partitions_of(parent) p);
      child := parent || case when first_day = year and next_day = year + interval '1 year'
        then to_char(year, '_YYYY') else maintenance.name_from(first_day) end;
      execute format('create table %s (like %s including all)', child, parent);
      perform maintenance.attach_partition(parent, child, first_day, next_day);
      made := made + 1;
    end if;
    day := next_day;
  end loop;
  return made;
end
$$;
revoke all on function maintenance.ensure_years(regclass,date,date) from public;

-- The tables that have no partition for a day to come; of years that day is a month ahead, so that
-- somebody can still do something about it.
create or replace function maintenance.missing_partitions(days_ahead integer)
returns setof text
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
select w.parent::text from maintenance.partitioned w
cross join lateral (
  select (now() at time zone 'UTC')::date + case w.span when 'year' then 31 else days_ahead end as day
) ahead
where not exists (
  select from maintenance.partitions_of(w.parent) p
  where p.first_day <= ahead.day and p.next_day > ahead.day)
$$;
revoke all on function maintenance.missing_partitions(integer) from public;
grant execute on function maintenance.missing_partitions(integer) to tollgate_worker;

-- Makes the partitions of the coming days: days, or years for tables that are never dropped. A year
-- is made two months before.
create or replace function maintenance.ensure_partitions(days_back integer, days_ahead integer)
returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  made int := 0;
  item record;
  child text;
  day date;
begin
  for item in select parent, parent::text as name, span from maintenance.partitioned loop
    if item.span = 'year' then
      made := made
        + maintenance.ensure_years(item.parent, today - days_back, today + days_ahead + 60);
      continue;
    end if;
    for offset_days in -days_back .. days_ahead loop
      day := today + offset_days;
      child := item.name || '_' || to_char(day, 'YYYYMMDD');
      continue when to_regclass(child) is not null;
      execute format('create table %s (like %s including all)', child, item.name);
      perform maintenance.attach_partition(item.parent, child, day, day + 1);
      made := made + 1;
    end loop;
  end loop;
  return made;
end
$$;
revoke all on function maintenance.ensure_partitions(integer,integer) from public;
grant execute on function maintenance.ensure_partitions(integer,integer) to tollgate_worker;
