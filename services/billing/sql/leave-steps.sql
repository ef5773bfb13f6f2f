-- The steps of `leave.sql`. Each caller holds the same lock, so that two commands never work
-- on the years at once; an exchange holds that of merges as well (`libs/db/sql/merge.sql`).

-- Proves that the rows of a year are what its seals say, movement by movement, and that no other
-- movement is of the year. In a transaction that sees one moment only. @errors 55000
create or replace function ledger_archive.prove_year(of_year integer)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  bound constant uuid := billing.first_id(ledger_archive.end_of(of_year));
  prior constant billing.left_year := billing.year_before(of_year);
  seal billing.seal;
  found record;
  entries bigint := 0;
  counted bigint;
begin
  if current_setting('transaction_isolation') not in ('repeatable read', 'serializable') then
    raise exception using errcode = '55000', message = 'a year is proved in one moment';
  end if;
  for seal in
    select s.* from billing.seal s
    where s.no > coalesce(prior.last_no, 0) and s.next_id <= bound order by s.no
  loop
    select * into found from billing.digest_stretch(seal.first_id, seal.next_id);
    if (found.entries, found.holds, found.available_n, found.reserved_n, found.consumed_n,
        found.issued_n, found.digest)
      is distinct from (seal.entries, seal.holds, seal.available_n, seal.reserved_n,
        seal.consumed_n, seal.issued_n, seal.digest)
    then
      raise exception using errcode = '55000',
        message = format('the movements of seal %s are not what was sealed', seal.no);
    end if;
    entries := entries + seal.entries;
  end loop;
  select count(*) into counted from billing.entry e
  where e.id >= coalesce(prior.next_id, '00000000-0000-0000-0000-000000000000')
    and e.id < bound and e.at < ledger_archive.end_of(of_year);
  if counted <> entries then
    raise exception using errcode = '55000',
      message = format('%s has %s movements, and its seals %s', of_year, counted, entries);
  end if;
end
$$;
revoke all on function ledger_archive.prove_year(integer) from public;

-- Makes the tables of what stays of a year: what grants moved, and holds that moved in its last
-- minute or behind it, with all that they moved.
create or replace function ledger_archive.keep_rest(of_year integer)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
declare
  over_at constant timestamptz := ledger_archive.end_of(of_year);
  prior constant billing.left_year := billing.year_before(of_year);
  low_at constant timestamptz := coalesce(billing.moment_of(prior.next_id), '-infinity');
  low_id constant uuid := coalesce(prior.next_id, '00000000-0000-0000-0000-000000000000');
  part record;
  kept text;
begin
  for part in
    select t.parent, t.name, t.field, w.key_kind,
      (select min(p.first_day) from ledger_archive.parts_of(of_year) p where p.parent = t.parent)
        as first_day
    from (values ('billing.reservation'::regclass, 'reservation', 'op_id'),
      ('billing.entry', 'entry', 'at')) t(parent, name, field)
    join maintenance.partitioned w on w.parent = t.parent
  loop
    kept := format('maintenance.kept_%s_%s', part.name, of_year);
    execute format('drop table if exists %s', kept);
    execute format('create table %s (like %s including all, constraint kept_bounds
        check (%3$I is not null and %3$I >= %4$L and %3$I < %5$L))', kept, part.parent, part.field,
      maintenance.day_bound(part.key_kind, part.first_day),
      maintenance.day_bound(part.key_kind, (over_at at time zone 'UTC')::date));
  end loop;
  execute format('insert into maintenance.kept_reservation_%s
    select r.* from billing.reservation r
    where r.op_id >= %L and r.op_id < %L and (r.closed_at >= %4$L or r.late and exists (
      select from billing.entry e
      where e.user_id = r.user_id and e.op_id = r.op_id and e.attempt = r.attempt
        and e.kind = ''settle_late'' and e.id >= billing.first_id(%4$L)))',
    of_year, low_id, billing.first_id(over_at), over_at - interval '1 minute');
  execute format('insert into maintenance.kept_entry_%1$s
    select e.* from billing.entry e
    where e.at >= %2$L and e.at < %3$L and (e.grant_id is not null or e.op_id < %4$L
      or exists (select from maintenance.kept_reservation_%1$s r
        where r.op_id = e.op_id and r.attempt = e.attempt))',
    of_year, low_at, over_at, low_id);
  execute format('analyze maintenance.kept_reservation_%1$s, maintenance.kept_entry_%1$s', of_year);
end
$$;
revoke all on function ledger_archive.keep_rest(integer) from public;

-- Writes what the movements of a year come to for each wallet, in the transaction that proves them.
-- Written again by the next run, until the year has left. @errors 55000 when the year has to stay
create or replace function ledger_archive.sum_year(of_year integer, since timestamptz)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  over_at constant timestamptz := ledger_archive.end_of(of_year);
  bound constant uuid := billing.first_id(over_at);
  prior constant billing.left_year := billing.year_before(of_year);
  astray bigint;
begin
  perform pg_advisory_xact_lock(7215003352);
  perform ledger_archive.assert_ready(of_year, since);
  perform ledger_archive.prove_year(of_year);
  delete from billing.left_wallet w using billing.left_year y
  where w.year = of_year and y.year = of_year and y.left_at is null;
  delete from billing.left_year y where y.year = of_year and y.left_at is null;
  perform ledger_archive.keep_rest(of_year);
  execute format('select count(*) from billing.entry e
    where e.at >= %L and e.at < %L and not exists (
      select from maintenance.kept_entry_%s k where k.id = e.id)',
    over_at - interval '1 minute', over_at, of_year) into astray;
  if astray > 0 then
    raise exception using errcode = '55000',
      message = format('%s movements of the last minute are of holds that the year lacks', astray);
  end if;
  insert into billing.left_year (year, next_id, last_no, entries, kept_entries, kept_holds,
    available_n, reserved_n, consumed_n, issued_n, digest, summed_at)
  select of_year, bound, max(s.no), sum(s.entries), 0, 0, sum(s.available_n), sum(s.reserved_n),
    sum(s.consumed_n), sum(s.issued_n), sha256(''), clock_timestamp()
  from billing.seal s
  where s.no > coalesce(prior.last_no, 0) and s.next_id <= bound;
  insert into billing.left_wallet (year, user_id, available_n, reserved_n, consumed_n, issued_n)
  select of_year, e.user_id, sum(e.available_n), sum(e.reserved_n), sum(e.consumed_n),
    sum(e.issued_n)
  from billing.entry e
  where e.id >= coalesce(prior.next_id, '00000000-0000-0000-0000-000000000000')
    and e.id < bound and e.at < over_at
  group by e.user_id;
  execute format('update billing.left_year y
    set kept_entries = (select count(*) from maintenance.kept_entry_%1$s),
      kept_holds = (select count(*) from maintenance.kept_reservation_%1$s)
    where y.year = %1$s', of_year);
  update billing.left_year y set digest = billing.digest_left(of_year) where y.year = of_year;
end
$$;
revoke all on function ledger_archive.sum_year(integer,timestamptz) from public;

-- Exchanges the partitions of a year for what stays of it, in one short transaction: calls wait for
-- two locks of the ledger meanwhile, and this function waits for each of them for 200 ms at most.
-- @errors 55P03 when a lock is not to be had: nothing has changed
create or replace function ledger_archive.leave_year(of_year integer)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set lock_timeout = '200ms'
as $$
declare
  over_day constant date := (ledger_archive.end_of(of_year) at time zone 'UTC')::date;
  own billing.left_year;
  left_parts jsonb := '[]';
  part record;
  kept record;
begin
  perform pg_advisory_xact_lock(7215003352);
  perform pg_advisory_xact_lock(7215003348);
  select y.* into own from billing.left_year y where y.year = of_year and y.left_at is null;
  if own.year is null then
    raise exception using errcode = '55000', message = format('%s has no sums, or has left', of_year);
  end if;
  lock table ledger_archive.day in share row exclusive mode;
  perform ledger_archive.assert_ready(of_year, '-infinity');
  lock table only billing.reservation, only billing.entry in access exclusive mode;
  for kept in
    select t.parent, p.first_day,
      t.parent::text || case when p.first_day = make_date(of_year, 1, 1)
        then to_char(p.first_day, '_YYYY') else maintenance.name_from(p.first_day) end as name
    from (values ('billing.reservation'::regclass), ('billing.entry'::regclass)) t(parent)
    cross join lateral (
      select min(o.first_day) as first_day from ledger_archive.parts_of(of_year) o
      where o.parent = t.parent
    ) p
  loop
    for part in
      select p.*, c.relname, p.parent::text as parent_name
      from ledger_archive.parts_of(of_year) p join pg_class c on c.oid = p.child
      where p.parent = kept.parent
    loop
      execute format('alter table %s detach partition %s', part.parent, part.child);
      execute format('alter table billing.%I set schema maintenance', part.relname);
      execute format('alter table maintenance.%I rename to %I', part.relname,
        'left_' || part.relname);
      left_parts := left_parts || jsonb_build_object('parent', part.parent_name,
        'name', part.relname, 'first_day', part.first_day, 'next_day', part.next_day);
    end loop;
    execute format('alter table maintenance.kept_%1$s_%2$s set schema billing',
      split_part(kept.parent::text, '.', 2), of_year);
    execute format('alter table billing.kept_%1$s_%2$s rename to %3$I',
      split_part(kept.parent::text, '.', 2), of_year, split_part(kept.name, '.', 2));
    perform maintenance.attach_partition(kept.parent, kept.name, kept.first_day, over_day);
    execute format('alter table %s drop constraint kept_bounds', kept.name);
  end loop;
  update billing.left_year y set left_at = clock_timestamp(), parts = left_parts
  where y.year = of_year;
  perform ledger_archive.guard_left_years();
end
$$;
revoke all on function ledger_archive.leave_year(integer) from public;

-- Brings back the newest year that left, as long as its tables were not dropped.
-- @errors 55P03 when a lock is not to be had: nothing has changed
create or replace function ledger_archive.return_year(of_year integer)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set lock_timeout = '200ms'
as $$
declare
  over_day constant date := (ledger_archive.end_of(of_year) at time zone 'UTC')::date;
  own billing.left_year;
  part record;
  child regclass;
begin
  perform pg_advisory_xact_lock(7215003352);
  perform pg_advisory_xact_lock(7215003348);
  select y.* into own from billing.left_year y where y.left_at is not null
  order by y.year desc limit 1;
  if own.year is distinct from of_year or own.dropped_at is not null then
    raise exception using errcode = '55000',
      message = format('%s is not the newest year that left, or its tables were dropped', of_year);
  end if;
  if exists (
    select from jsonb_to_recordset(own.parts) as p(name text)
    where to_regclass(format('maintenance.%I', 'left_' || p.name)) is null)
  then
    raise exception using errcode = '55000', message = format(
      'the tables of %s are not in this database: it was restored from a backup', of_year);
  end if;
  delete from billing.left_wallet w using billing.left_year y
  where w.year = y.year and y.year > of_year and y.left_at is null;
  delete from billing.left_year y where y.year > of_year and y.left_at is null;
  lock table only billing.reservation, only billing.entry in access exclusive mode;
  update billing.left_year y set left_at = null, parts = '[]' where y.year = of_year;
  for child in select p.child from ledger_archive.parts_of(of_year) p loop
    execute format('drop table %s', child);
  end loop;
  for part in
    select p.* from jsonb_to_recordset(own.parts)
      as p(parent text, name text, first_day date, next_day date)
  loop
    execute format('alter table maintenance.%I rename to %I', 'left_' || part.name, part.name);
    execute format('alter table maintenance.%I set schema billing', part.name);
    perform maintenance.attach_partition(part.parent::regclass,
      format('billing.%I', part.name), part.first_day, part.next_day);
  end loop;
  delete from billing.left_wallet w where w.year = of_year;
  delete from billing.left_year y where y.year = of_year;
end
$$;
revoke all on function ledger_archive.return_year(integer) from public;

-- Drops the tables of a year that left so long ago and was read again in the archive since, if the
-- ledger was found sound and a backup was made and read again without them.
-- @errors 55000 with the reason
create or replace function ledger_archive.drop_year(of_year integer, since timestamptz, wait interval)
returns void
language plpgsql
set search_path = pg_catalog, pg_temp
set lock_timeout = '2s'
as $$
declare
  own billing.left_year;
  reasons text;
  part record;
begin
  perform pg_advisory_xact_lock(7215003352);
  select y.* into own from billing.left_year y where y.year = of_year and y.left_at is not null;
  select string_agg(r.reason, '; ') into reasons from ledger_archive.why_not_drop(of_year, wait) r;
  if own.year is null or reasons is not null then
    raise exception using errcode = '55000',
      message = format('the tables of %s have to stay: %s', of_year, coalesce(reasons, 'it has not left'));
  end if;
  perform ledger_archive.assert_read(of_year, greatest(since, own.left_at));
  for part in
    select p.name from jsonb_to_recordset(own.parts) as p(name text)
  loop
    execute format('drop table if exists maintenance.%I', 'left_' || part.name);
  end loop;
  update billing.left_year y set dropped_at = coalesce(y.dropped_at, clock_timestamp())
  where y.year = of_year;
end
$$;
revoke all on function ledger_archive.drop_year(integer,timestamptz,interval) from public;
