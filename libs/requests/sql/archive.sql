-- Days of request records go to cold storage: a command writes a day there and reads it back, then
-- the worker drops the partition. Who writes to a day in between makes it one that is not archived.

-- The partitions of a day each. Partitions of no day, and rows outside of all, are never archived,
-- nor is a day again that has left: a restore makes its partition anew, without a row.
create or replace function requests.record_days()
returns table(child regclass, day date)
language sql stable
as $$
select p.child, p.first_day from maintenance.partitions_of('requests.record') p
where p.next_day = p.first_day + 1
  and not exists (
    select from requests.archived_day a where a.day = p.first_day and a.left_at is not null)
$$;
revoke all on function requests.record_days() from public;

-- The newest day that may leave; no setting goes below the floor of the purge of records.
create or replace function requests.newest_to_archive(after_days integer)
returns date
language sql stable
as $$
select (now() at time zone 'UTC')::date - 1 - greatest(after_days, 30)
$$;
revoke all on function requests.newest_to_archive(integer) from public;

-- The days that are to be written to the archive, oldest first.
create or replace function requests.days_to_archive(after_days integer)
returns table(day date)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
select d.day from requests.record_days() d
where d.day <= requests.newest_to_archive(after_days)
  and not exists (
    select from requests.archived_day a
    where a.day = d.day and a.archived_at is not null and a.removed_at is null)
order by d.day
$$;
revoke all on function requests.days_to_archive(integer) from public;
revoke all on function requests.days_to_archive(integer) from tollgate_backup;
grant execute on function requests.days_to_archive(integer) to tollgate_archive;

-- Makes a day one that is not archived, so that it is written there again. Its row stays, because
-- something of it may lie in the archive.
create or replace function requests.forget_archived_day(of_day date)
returns void
language sql
as $$
update requests.archived_day d set claims = 0, rows = null, charged_n = null, digest = null,
  bytes = null, store = null, name = null, archived_at = null, verified_at = null
where d.day = of_day and d.left_at is null
$$;
revoke all on function requests.forget_archived_day(date) from public;

-- Whoever writes to a day makes it one that is not archived.
create or replace function requests.note_day_written()
returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform requests.forget_archived_day((coalesce(new.at, old.at) at time zone 'UTC')::date);
  return null;
end
$$;
revoke all on function requests.note_day_written() from public;

-- Begins with a day for a claim of the archive. From its commit on every write to the day is
-- noticed: the trigger waits for those that are under way, and for nothing but this one partition.
-- False where the day is not to be archived, or is already.
create or replace function requests.begin_archived_day(of_day date, of_claim integer)
returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '500ms'
as $$
declare
  child constant regclass := (select d.child from requests.record_days() d
    where d.day = of_day and d.day <= requests.newest_to_archive(0));
begin
  if child is null then
    return false;
  end if;
  execute format('create or replace trigger archived_day_written
    after insert or update or delete on %s
    for each row execute function requests.note_day_written()', child);
  if exists (
    select from requests.archived_day d where d.day = of_day and d.removed_at is not null) then
    perform requests.forget_archived_day(of_day);
  end if;
  insert into requests.archived_day as d (day, claims) values (of_day, of_claim)
  on conflict (day) do update set claims = excluded.claims, removed_at = null
    where d.archived_at is null;
  return found;
end
$$;
revoke all on function requests.begin_archived_day(date,integer) from public;
revoke all on function requests.begin_archived_day(date,integer) from tollgate_backup;
grant execute on function requests.begin_archived_day(date,integer) to tollgate_archive;

-- Notes that a day lies in the archive, if it has the rows and the charges that are here, and if
-- nobody has written to it since it was begun under this claim. Says what came of it.
create or replace function requests.note_archived_day(of_day date, of_claim integer, archived jsonb)
returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  child constant regclass := (select d.child from requests.record_days() d where d.day = of_day);
  row_count bigint;
  charges numeric;
begin
  if child is null then
    return 'gone';
  end if;
  execute format('select count(*), coalesce(sum(charged_n), 0) from %s', child)
  into row_count, charges;
  if (row_count, charges)
    <> ((archived ->> 'rows')::bigint, (archived ->> 'charged_n')::numeric)
  then
    -- Whoever wrote to the day meanwhile has taken the claim off its row in the same transaction.
    return case when exists (
      select from requests.archived_day d where d.day = of_day and d.claims = of_claim)
      then 'differs' else 'written' end;
  end if;
  update requests.archived_day d set rows = row_count, charged_n = charges,
    digest = decode(archived ->> 'sha256', 'hex'), bytes = (archived ->> 'bytes')::bigint,
    store = archived ->> 'store', name = archived ->> 'name', archived_at = now()
  where d.day = of_day and d.claims = of_claim and d.archived_at is null;
  return case when found then 'archived' else 'written' end;
end
$$;
revoke all on function requests.note_archived_day(date,integer,jsonb) from public;
revoke all on function requests.note_archived_day(date,integer,jsonb) from tollgate_backup;
grant execute on function requests.note_archived_day(date,integer,jsonb) to tollgate_archive;

-- Drops the oldest day, if it lies in the archive and is due there; gives the day, null: nothing is
-- to be dropped. A younger day waits for the oldest one, so that one moment says since when all
-- records are here. Its rows were counted when they came back from the archive, and nobody has
-- written to it since. Readers are shut out only where the lock is to be had at once.
create or replace function requests.drop_archived_day()
returns date
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '100ms'
as $$
declare
  oldest record;
  kept requests.archived_day;
begin
  select d.child, d.day into oldest from requests.record_days() d order by d.day limit 1;
  if not exists (
    select from requests.archive a
    where oldest.day <= requests.newest_to_archive(a.after_days)) then
    return null;
  end if;
  execute format('lock table %s in exclusive mode', oldest.child);
  select * into kept from requests.archived_day d where d.day = oldest.day for update;
  if kept.archived_at is null or kept.removed_at is not null then
    return null;
  end if;
  -- A restored database has the row and not the trigger, so nobody knows who has written since.
  if not exists (
    select from pg_trigger t
    where t.tgrelid = oldest.child and t.tgname = 'archived_day_written') then
    perform requests.forget_archived_day(oldest.day);
    return null;
  end if;
  execute format('drop table %s', oldest.child);
  update requests.archived_day d set left_at = now() where d.day = oldest.day;
  return oldest.day;
end
$$;
revoke all on function requests.drop_archived_day() from public;
grant execute on function requests.drop_archived_day() to tollgate_worker;

-- Since how many seconds the oldest day that is not in the archive should be there; 0: all are.
-- Null where days are not archived.
create or replace function requests.archive_overdue()
returns double precision
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
select coalesce((
  select extract(epoch from now() - (min(d.day) + 1 + a.after_days)::timestamp at time zone 'UTC')
  from requests.days_to_archive(a.after_days) d), 0)::double precision
from requests.archive a
$$;
revoke all on function requests.archive_overdue() from public;
grant execute on function requests.archive_overdue() to tollgate_worker;
