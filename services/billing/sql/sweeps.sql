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
  holds billing.closing[];
begin
  if not pg_try_advisory_xact_lock(7215003346) then
    return 0;
  end if;
  select array_agg(user_id) into users from (
    select r.user_id from billing.reservation r
    where r.state = 'held' and r.expires_at <= moment limit limit_n
  ) found;
  if users is null then
    return 0;
  end if;
  locked := billing.take_wallets(users, false);
  select array_agg(ended) into holds from (
    select row(r.op_id, r.attempt, r.user_id, 'past_end')::billing.closing as ended
    from billing.reservation r
    where r.state = 'held' and r.expires_at <= moment and r.user_id = any (users)
      and r.user_id <> all (locked)
    limit limit_n
  ) found;
  return billing.close_holds(coalesce(holds, '{}'), 'expired');
end
$$;
revoke all on function billing.sweep_ended_holds(integer) from public;
grant execute on function billing.sweep_ended_holds(integer) to tollgate_billing;

-- One sweeper at a time; the others find the lock taken and report nothing. What a sweep saw before it had the wallets
-- is looked up again once it has them. `limit_n` bounds one transaction: the caller comes again while anything is
-- found.
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
  holds billing.closing[];
begin
  if not pg_try_advisory_xact_lock(7215003345) then
    return 0;
  end if;
  select array_agg(user_id) into users from (
    select r.user_id from billing.reservation r
    left join billing.process p on p.id = r.owner
    where r.state = 'held' and r.owner is not null and r.created_at < cutoff
      and (p.seen_at is null or p.seen_at < cutoff)
    limit limit_n
  ) found;
  if users is null then
    return 0;
  end if;
  locked := billing.take_wallets(users, false);
  select array_agg(lost) into holds from (
    select row(r.op_id, r.attempt, r.user_id, 'owner_lost')::billing.closing as lost
    from billing.reservation r
    left join billing.process p on p.id = r.owner
    where r.state = 'held' and r.owner is not null and r.created_at < cutoff
      and (p.seen_at is null or p.seen_at < cutoff) and r.user_id = any (users)
      and r.user_id <> all (locked)
    limit limit_n
  ) found;
  return billing.close_holds(coalesce(holds, '{}'), 'expired');
end
$$;
revoke all on function billing.sweep_owners(bigint,integer) from public;
grant execute on function billing.sweep_owners(bigint,integer) to tollgate_billing;

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
