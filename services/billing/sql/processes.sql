-- Processes say that they live; one that leaves gives its holds back at once.
create or replace function billing.heartbeat(process_id uuid, of_service text)
returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
set lock_timeout = '500ms'
as $$
begin
  insert into billing.process (id, service, seen_at)
  values (process_id, of_service, clock_timestamp())
  on conflict (id) do update set seen_at = excluded.seen_at;
end
$$;
revoke all on function billing.heartbeat(uuid,text) from public;
grant execute on function billing.heartbeat(uuid,text) to tollgate_billing;

-- Sweeps and deregistrations go past wallets that are locked, so that nobody's holds stay open for
-- another's sake; the next sweep finds what they left. Grants that open holds may keep come last,
-- so that they do not keep others from their turn.
create or replace function billing.deregister(process_id uuid)
returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
set lock_timeout = '500ms'
as $$
declare
  users constant uuid[] := array(
    select distinct r.user_id from billing.reservation r
    where r.owner = process_id and r.state = 'held');
  locked constant uuid[] := billing.take_wallets(users, false);
  holds billing.closing[];
begin
  select array_agg(row(r.op_id, r.attempt, r.user_id, 'deregistered')::billing.closing) into holds
  from billing.reservation r
  where r.owner = process_id and r.state = 'held' and r.user_id = any (users)
    and r.user_id <> all (locked);
  delete from billing.process p where p.id = process_id;
  return billing.close_holds(coalesce(holds, '{}'), 'expired');
end
$$;
revoke all on function billing.deregister(uuid) from public;
grant execute on function billing.deregister(uuid) to tollgate_billing;

-- Forgets processes that have left and have no hold open.
create or replace function billing.forget_old(days integer)
returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
set lock_timeout = '500ms'
as $$
declare
  cutoff constant timestamptz := clock_timestamp() - days * interval '1 day';
  gone int;
  more int;
begin
  delete from billing.forgone f where f.at < cutoff;
  get diagnostics gone = row_count;
  delete from billing.process p where p.seen_at < cutoff
    and not exists (select 1 from billing.reservation r where r.owner = p.id and r.state = 'held');
  get diagnostics more = row_count;
  return gone + more;
end
$$;
revoke all on function billing.forget_old(integer) from public;
grant execute on function billing.forget_old(integer) to tollgate_billing;
