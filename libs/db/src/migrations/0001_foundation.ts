import type { Knex } from 'knex';

/** The change log that replicas follow, and the upkeep of tables that are partitioned by day. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(CHANGE_LOG);
  await trx.raw(PARTITIONS);
}

const CHANGE_LOG = `
create schema change;
create table change.counter (
  one boolean primary key default true check (one),
  epoch bigint not null default 0
);
insert into change.counter default values;
create table change.log (
  epoch bigint primary key,
  topic text not null check (topic in ('key', 'user', 'catalog', 'administrator')),
  id uuid,
  at timestamptz not null default now()
);
grant usage on schema change
  to tollgate_account, tollgate_admin, tollgate_inference, tollgate_worker;
grant select on change.counter, change.log
  to tollgate_account, tollgate_admin, tollgate_inference, tollgate_worker;
grant update on change.counter to tollgate_account, tollgate_admin, tollgate_worker;
grant insert on change.log to tollgate_account, tollgate_admin, tollgate_worker;
`;

/**
 * `key_kind` says what a table is partitioned on: a timestamp, or a UUIDv7, whose first 48 bits are milliseconds since 1970.
 * Rows outside every day land in the default partition, so that an insert never fails for want of one.
 */
const PARTITIONS = `
create schema maintenance;
create table maintenance.partitioned (
  parent regclass primary key,
  key_kind text not null check (key_kind in ('time', 'uuid7'))
);

create function maintenance.day_bound(key_kind text, day date) returns text
language sql immutable as $$
  select case key_kind
    when 'time' then to_char(day, 'YYYY-MM-DD') || ' 00:00:00+00'
    else regexp_replace(
      lpad(to_hex((extract(epoch from day::timestamp) * 1000)::bigint), 12, '0'),
      '^(.{8})(.{4})$', '\\1-\\2-0000-0000-000000000000')
  end
$$;

-- Row triggers come with a partition by themselves; those that forbid TRUNCATE do not.
create function maintenance.copy_truncate_triggers(parent regclass, child regclass) returns void
language plpgsql as $$
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

create function maintenance.register_partitioned(parent regclass, key_kind text) returns void
language plpgsql as $$
begin
  insert into maintenance.partitioned values (parent, key_kind);
  execute format('create table %s_default partition of %s default', parent, parent);
end
$$;

create function maintenance.ensure_partitions(days_back int, days_ahead int) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
revoke all on function maintenance.ensure_partitions(int, int) from public;
grant usage on schema maintenance to tollgate_worker;
grant execute on function maintenance.ensure_partitions(int, int) to tollgate_worker;
`;
