-- Gives back holds that are past their end, some at a time.
create or replace function billing.sweep_ended_holds(limit_n integer)
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
  moment constant timestamptz := clock_timestamp();
  users uuid[];
  locked uuid[];
begin
  if not pg_try_advisory_xact_lock(7215003346) then
    return 0;
  end if;
  users := array(select h.user_id from billing.ended_holds(moment) h limit limit_n);
  if cardinality(users) = 0 then
    return 0;
  end if;
  locked := billing.take_wallets(users, false);
  return billing.close_holds(array(
    select h from billing.ended_holds(moment) h
    where h.user_id = any (users) and h.user_id <> all (locked)
    limit limit_n), 'expired');
end
$$;
revoke all on function billing.sweep_ended_holds(integer) from public;
grant execute on function billing.sweep_ended_holds(integer) to tollgate_billing;

-- Open holds that are past their end. PostgreSQL puts this query into those that use it.
create or replace function billing.ended_holds(moment timestamp with time zone)
returns setof billing.closing
language sql stable
as $$
select r.op_id, r.attempt, r.user_id, 'past_end' from billing.reservation r
where r.state = 'held' and r.expires_at <= moment
$$;
revoke all on function billing.ended_holds(timestamp with time zone) from public;

-- One sweeper at a time; the others find the lock taken and report nothing. What a sweep saw before
-- it had the wallets is looked up again once it has them. `limit_n` bounds one transaction: the
-- caller comes again while anything is found.
create or replace function billing.sweep_owners(lease_ms bigint, limit_n integer)
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
  cutoff constant timestamptz := clock_timestamp() - lease_ms * interval '1 millisecond';
  users uuid[];
  locked uuid[];
begin
  if not pg_try_advisory_xact_lock(7215003345) then
    return 0;
  end if;
  users := array(select h.user_id from billing.lost_holds(cutoff) h limit limit_n);
  if cardinality(users) = 0 then
    return 0;
  end if;
  locked := billing.take_wallets(users, false);
  return billing.close_holds(array(
    select h from billing.lost_holds(cutoff) h
    where h.user_id = any (users) and h.user_id <> all (locked)
    limit limit_n), 'expired');
end
$$;
revoke all on function billing.sweep_owners(bigint,integer) from public;
grant execute on function billing.sweep_owners(bigint,integer) to tollgate_billing;

-- Open holds of processes that have been silent since the cutoff.
create or replace function billing.lost_holds(cutoff timestamp with time zone)
returns setof billing.closing
language sql stable
as $$
select r.op_id, r.attempt, r.user_id, 'owner_lost' from billing.reservation r
left join billing.process p on p.id = r.owner
where r.state = 'held' and r.owner is not null and r.created_at < cutoff
  and (p.seen_at is null or p.seen_at < cutoff)
$$;
revoke all on function billing.lost_holds(timestamp with time zone) from public;

-- Takes what is past its end, some grants at a time.
create or replace function billing.sweep_ended_grants(limit_n integer)
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
  moment constant timestamptz := clock_timestamp();
  users uuid[];
  locked uuid[];
begin
  if not pg_try_advisory_xact_lock(7215003347) then
    return 0;
  end if;
  users := array(
    select g.user_id from billing.credit_grant g join billing.wallet w on w.user_id = g.user_id
    where g.remaining_n > 0 and g.expires_at <= moment and w.available_n > 0
    order by g.remaining_n <= w.reserved_n, g.expires_at
    limit limit_n);
  locked := billing.take_wallets(users, false);
  return (select swept from billing.expire_grants(
    array(select distinct u from unnest(users) u where u <> all (locked))));
end
$$;
revoke all on function billing.sweep_ended_grants(integer) from public;
grant execute on function billing.sweep_ended_grants(integer) to tollgate_billing;
