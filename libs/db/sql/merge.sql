-- One step of making one partition of the days of a closed month, which only databases from before
-- the baseline may have: without that a call would cost for ever what so many partitions cost. The
-- rows are copied a slice at a time into a table of their own that nobody reads, then read again
-- there and compared by a digest; only then do the days go and the copy replaces them, in one short
-- transaction. A write to one of the days in the meantime, such as a late settlement, is noted by a
-- trigger, and the copy is made again. Each step is a transaction of its own, so that whoever dies
-- leaves what the next one goes on with. Gives what was done; null when nothing is to be done, or
-- when somebody else is at it.
create or replace function maintenance.merge_step(quiet_days integer)
returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '100ms'
as $$
declare
  job maintenance.merge;
begin
  if not pg_try_advisory_xact_lock(7215003348) then
    return null;
  end if;
  select * into job from maintenance.merge limit 1;
  if not found then
    return maintenance.begin_merge(quiet_days);
  elsif job.shape <> maintenance.shape_of(job.parent)
    or exists (select from maintenance.merge_write)
  then
    return maintenance.abandon_merge(job);
  elsif job.place > 0 then
    return maintenance.copy_slice(job);
  elsif job.page * current_setting('block_size')::bigint
    < pg_relation_size(maintenance.copy_of(job))
  then
    return maintenance.check_slice(job);
  elsif (job.rows_read, job.digest_read) <> (job.rows_copied, job.digest_copied) then
    return maintenance.abandon_merge(job);
  else
    return maintenance.finish_merge(job);
  end if;
end
$$;
revoke all on function maintenance.merge_step(integer) from public;
grant execute on function maintenance.merge_step(integer) to tollgate_worker;

-- The name of the copy until it is a partition; there it has the same name in the schema of its
-- table.
create or replace function maintenance.copy_of(job maintenance.merge)
returns text
language sql stable
as $$
select format('maintenance.%I', c.relname || maintenance.name_from(job.first_day))
from pg_class c where c.oid = job.parent
$$;
revoke all on function maintenance.copy_of(maintenance.merge) from public;

-- The columns of a table, as statements name them.
create or replace function maintenance.columns_of(parent regclass)
returns text
language sql stable
as $$
select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
where a.attrelid = parent and a.attnum > 0 and not a.attisdropped
$$;
revoke all on function maintenance.columns_of(regclass) from public;

-- What a copy has in common with its table. A migration in the meantime shows here.
create or replace function maintenance.shape_of(parent regclass)
returns text
language sql stable
as $$
select md5(concat(
  (select string_agg(concat(a.attname, ' ', a.atttypid, ' ', a.attnotnull), ', ' order by a.attnum)
   from pg_attribute a where a.attrelid = parent and a.attnum > 0 and not a.attisdropped),
  (select string_agg(pg_get_constraintdef(c.oid), ', ' order by c.conname)
   from pg_constraint c where c.conrelid = parent),
  (select string_agg(pg_get_indexdef(i.indexrelid), ', ' order by i.indexrelid)
   from pg_index i where i.indrelid = parent)))
$$;
revoke all on function maintenance.shape_of(regclass) from public;

-- The oldest days of one month that follow each other and have been over for so long.
create or replace function maintenance.mergeable_days(quiet_days integer)
returns table(parent regclass, days regclass[], first_day date, next_day date)
language sql stable
as $$
select d.parent, array_agg(d.child order by d.first_day), min(d.first_day), max(d.next_day)
from (
  select w.parent, p.*,
    p.first_day - row_number() over (partition by w.parent order by p.first_day)::int as run
  from maintenance.partitioned w cross join lateral maintenance.partitions_of(w.parent) p
  where w.span = 'year' and p.next_day = p.first_day + 1
) d
group by d.parent, d.run, date_trunc('month', d.first_day)
having count(*) > 1 and max(d.next_day) + quiet_days <= (now() at time zone 'UTC')::date
order by min(d.first_day), d.parent limit 1
$$;
revoke all on function maintenance.mergeable_days(integer) from public;

-- Who has written to a day.
create or replace function maintenance.note_write()
returns trigger
language plpgsql
as $$
begin
  insert into maintenance.merge_write values (tg_relid);
  return null;
end
$$;
revoke all on function maintenance.note_write() from public;

-- Begins with the next days: an empty copy, and a note of every write to the days from now on.
-- Nobody has a partition without its table, so the lock of the table is all that has to be waited
-- for.
create or replace function maintenance.begin_merge(quiet_days integer)
returns text
language plpgsql
as $$
declare
  job maintenance.merge;
  child regclass;
begin
  insert into maintenance.merge (parent, first_day, next_day, days, shape)
  select d.parent, d.first_day, d.next_day, d.days, maintenance.shape_of(d.parent)
  from maintenance.mergeable_days(quiet_days) d
  returning * into job;
  if job.parent is null then
    return null;
  end if;
  execute (
    select format('create table %1$s (like %2$s including all,
        constraint merge_bounds check (%3$I is not null and %3$I >= %4$L and %3$I < %5$L))',
      maintenance.copy_of(job), job.parent, a.attname,
      maintenance.day_bound(w.key_kind, job.first_day),
      maintenance.day_bound(w.key_kind, job.next_day))
    from maintenance.partitioned w
    join pg_partitioned_table t on t.partrelid = w.parent
    join pg_attribute a on a.attrelid = w.parent and a.attnum = t.partattrs[0]
    where w.parent = job.parent);
  execute format('lock table only %s in access exclusive mode', job.parent);
  foreach child in array job.days loop
    execute format('create or replace trigger merge_write after insert or update or delete on %s
      for each row execute function maintenance.note_write()', child);
  end loop;
  delete from maintenance.merge_write;
  return 'began ' || maintenance.copy_of(job);
end
$$;
revoke all on function maintenance.begin_merge(integer) from public;

-- Copies the next thousand pages of the days.
create or replace function maintenance.copy_slice(job maintenance.merge)
returns text
language plpgsql
as $$
declare
  pages constant bigint := 1000;
  child constant regclass := job.days[job.place];
  names constant text := maintenance.columns_of(job.parent);
  read record;
  is_last constant boolean := (job.page + pages) * current_setting('block_size')::bigint
    >= pg_relation_size(child);
begin
  execute format(
    'with slice as materialized (
       select %1$s from %2$s where ctid >= ''(%3$s,0)'' and ctid < ''(%4$s,0)''
     ), copied as (
       insert into %5$s (%1$s) select %1$s from slice
     )
     select count(*) as n, coalesce(sum(hashtextextended(slice::text, 0)), 0) as digest from slice',
    names, child, job.page, job.page + pages, maintenance.copy_of(job)) into read;
  update maintenance.merge m
  set rows_read = m.rows_read + read.n, digest_read = m.digest_read + read.digest,
    page = case when is_last then 0 else job.page + pages end,
    place = case when not is_last then job.place
      when job.place = cardinality(job.days) then 0 else job.place + 1 end
  where m.parent = job.parent;
  if is_last and job.place = cardinality(job.days) then
    execute format('analyze %s', maintenance.copy_of(job));
  end if;
  return 'copied';
end
$$;
revoke all on function maintenance.copy_slice(maintenance.merge) from public;

-- Reads the next thousands of pages of the copy.
create or replace function maintenance.check_slice(job maintenance.merge)
returns text
language plpgsql
as $$
declare
  pages constant bigint := 4000;
  read record;
begin
  execute format(
    'with slice as materialized (
       select %s from %s where ctid >= ''(%s,0)'' and ctid < ''(%s,0)''
     )
     select count(*) as n, coalesce(sum(hashtextextended(slice::text, 0)), 0) as digest from slice',
    maintenance.columns_of(job.parent), maintenance.copy_of(job), job.page, job.page + pages)
  into read;
  update maintenance.merge m
  set rows_copied = m.rows_copied + read.n, digest_copied = m.digest_copied + read.digest,
    page = job.page + pages
  where m.parent = job.parent;
  return 'checked';
end
$$;
revoke all on function maintenance.check_slice(maintenance.merge) from public;

-- Replaces the days by the copy. With the lock of the table nobody writes any more, so what was
-- noted is all.
create or replace function maintenance.finish_merge(job maintenance.merge)
returns text
language plpgsql
as $$
declare
  copy constant text := maintenance.copy_of(job);
  home constant text := (select c.relnamespace::regnamespace::text from pg_class c
    where c.oid = job.parent);
  child regclass;
  merged text;
begin
  execute format('lock table only %s in access exclusive mode', job.parent);
  if exists (select from maintenance.merge_write) then
    return maintenance.abandon_merge(job);
  end if;
  foreach child in array job.days loop
    execute format('drop table %s', child);
  end loop;
  execute format('alter table %s set schema %s', copy, home);
  merged := replace(copy, 'maintenance.', home || '.');
  perform maintenance.attach_partition(job.parent, merged, job.first_day, job.next_day);
  execute format('alter table %s drop constraint merge_bounds', merged);
  delete from maintenance.merge m where m.parent = job.parent;
  return 'merged ' || merged;
end
$$;
revoke all on function maintenance.finish_merge(maintenance.merge) from public;

-- Throws the copy away; the next step begins again.
create or replace function maintenance.abandon_merge(job maintenance.merge)
returns text
language plpgsql
as $$
begin
  execute format('drop table %s', maintenance.copy_of(job));
  delete from maintenance.merge m where m.parent = job.parent;
  return 'abandoned ' || maintenance.copy_of(job);
end
$$;
revoke all on function maintenance.abandon_merge(maintenance.merge) from public;
