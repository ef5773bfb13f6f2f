-- Refuses a cutoff that is younger than what may go.
create or replace function maintenance.assert_older(cutoff timestamp with time zone, days integer)
returns void
language plpgsql
as $$
begin
  if cutoff > now() - days * interval '1 day' then
    raise exception 'nothing younger than % days is purged here', days using errcode = '42501';
  end if;
end
$$;
revoke all on function maintenance.assert_older(timestamp with time zone,integer) from public;

-- One step of a purge: the oldest partition that lies before the cutoff as a whole is dropped, or
-- at most `row_limit` rows outside every partition are deleted; null when nothing is left. A
-- partition goes only when its lock is to be had at once, because everything else would queue
-- behind the one who waits for it. The wrappers are what a role may call: each knows its own table
-- and the youngest age that may go.
create or replace function maintenance.purge_days(
  parent regclass,
  cutoff timestamp with time zone,
  row_limit integer
)
returns bigint
language plpgsql
set lock_timeout = '100ms'
as $$
declare
  child regclass;
  gone bigint;
begin
  select c.oid::regclass into child
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = parent
    and to_date(substring(c.relname from '_([0-9]{8})$'), 'YYYYMMDD') + 1
      <= (cutoff at time zone 'UTC')::date
  order by c.relname limit 1;
  if child is not null then
    execute format('select count(*) from %s', child) into gone;
    execute format('drop table %s', child);
    return gone;
  end if;
  execute format(
    'delete from %1$s_default where ctid = any(array(
       select ctid from %1$s_default where at < $1 limit $2))', parent)
    using cutoff, row_limit;
  get diagnostics gone = row_count;
  return nullif(gone, 0);
end
$$;
revoke all on function maintenance.purge_days(regclass,timestamp with time zone,integer) from public;
