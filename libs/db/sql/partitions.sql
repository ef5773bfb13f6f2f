-- Tells of a table that is partitioned by day.
create or replace function maintenance.register_partitioned(parent regclass, key_kind text)
returns void
language plpgsql
as $$
begin
  insert into maintenance.partitioned values (parent, key_kind);
  execute format('create table %s_default partition of %s default', parent, parent);
end
$$;

-- A bound of a daily partition, as its table writes it.
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
    execute format('create trigger %I before truncate on %s execute function %s()',
      item.tgname, child, item.handler);
  end loop;
end
$$;

-- Makes the partitions of the coming days.
create or replace function maintenance.ensure_partitions(days_back integer, days_ahead integer)
returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  made int := 0;
  item record;
  child text;
  day date;
begin
  for item in select parent, key_kind, parent::text as name from maintenance.partitioned loop
    for offset_days in -days_back .. days_ahead loop
      day := (now() at time zone 'UTC')::date + offset_days;
      child := item.name || '_' || to_char(day, 'YYYYMMDD');
      continue when to_regclass(child) is not null;
      execute format('create table %s (like %s including all)', child, item.name);
      execute format(
        'alter table %s attach partition %s for values from (%L) to (%L)',
        item.name, child,
        maintenance.day_bound(item.key_kind, day), maintenance.day_bound(item.key_kind, day + 1));
      perform maintenance.copy_truncate_triggers(item.parent, child::regclass);
      made := made + 1;
    end loop;
  end loop;
  return made;
end
$$;
revoke all on function maintenance.ensure_partitions(integer,integer) from public;
grant execute on function maintenance.ensure_partitions(integer,integer) to tollgate_worker;
