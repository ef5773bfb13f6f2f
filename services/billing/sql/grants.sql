-- A digest of the terms of a grant, by which two grants under one key are compared.
create or replace function billing.grant_sha(
  to_user uuid,
  amount bigint,
  why text,
  ends_at timestamp with time zone
)
returns bytea
language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select sha256(convert_to(
    jsonb_build_array(to_user, amount, why, extract(epoch from ends_at))::text, 'UTF8'))
$$;
revoke all on function billing.grant_sha(uuid,bigint,text,timestamp with time zone) from public;

-- The grant that was made under a key, or a conflict when it was another one; no row where nothing
-- was granted.
create or replace function billing.repeated_grant(
  to_user uuid,
  amount bigint,
  why text,
  ends_at timestamp with time zone,
  by_actor text,
  once_key text
)
returns table(outcome text, grant_id uuid)
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
  sha bytea := billing.grant_sha(to_user, amount, why, ends_at);
begin
  return query
    select case when g.body_sha = sha then 'repeated' else 'conflict' end,
      case when g.body_sha = sha then g.id end
    from billing.credit_grant g
    where g.idempotency_scope = by_actor and g.idempotency_key = once_key;
end
$$;
revoke all on function billing.repeated_grant(uuid,bigint,text,timestamp with time zone,text,text) from public;
grant execute on function billing.repeated_grant(uuid,bigint,text,timestamp with time zone,text,text) to tollgate_billing;

-- Grants go to the wallet whole; revoking takes only what is neither spent nor held.
create or replace function billing.create_grant(
  to_user uuid,
  amount bigint,
  why text,
  ends_at timestamp with time zone,
  by_actor text,
  once_key text
)
returns table(outcome text, grant_id uuid)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
set lock_timeout = '500ms'
as $$
#variable_conflict use_column
declare
  moment timestamptz;
  fresh_id uuid;
  sha bytea := billing.grant_sha(to_user, amount, why, ends_at);
begin
  perform billing.lock_wallets(array[to_user]);
  moment := clock_timestamp();
  insert into billing.credit_grant (id, user_id, amount_n, remaining_n, expires_at, reason,
    created_by, created_at, idempotency_scope, idempotency_key, body_sha)
  values (billing.uuid7(moment), to_user, amount, amount, ends_at, why, by_actor, moment,
    case when once_key is not null then by_actor end, once_key, sha)
  on conflict (idempotency_scope, idempotency_key) do nothing
  returning id into fresh_id;
  if fresh_id is null then
    return query
      select known.outcome, known.grant_id
      from billing.repeated_grant(to_user, amount, why, ends_at, by_actor, once_key) known;
    return;
  end if;
  insert into billing.entry (id, user_id, kind, available_n, issued_n, grant_id, actor, reason, at)
  values (billing.uuid7(moment), to_user, 'grant', amount, -amount, fresh_id, by_actor, why, moment);
  update billing.wallet w
  set granted_n = w.granted_n + amount, available_n = w.available_n + amount
  where w.user_id = to_user;
  return query select 'granted', fresh_id;
end
$$;
revoke all on function billing.create_grant(uuid,bigint,text,timestamp with time zone,text,text) from public;
grant execute on function billing.create_grant(uuid,bigint,text,timestamp with time zone,text,text) to tollgate_billing;

-- What has ended is not there to be revoked. The same key of the same actor takes once: a repeat is
-- given what the first call took and what the grant was like then; another grant, amount or reason
-- under the key is a conflict. A call that was refused leaves its key free.
create or replace function billing.revoke_grant(
  which uuid,
  amount bigint,
  why text,
  by_actor text,
  once_key text
)
returns table(outcome text, taken_n bigint, remaining_n bigint, revoked_n bigint, expired_n bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
set lock_timeout = '500ms'
as $$
#variable_conflict use_column
declare
  moment timestamptz;
  of_user uuid;
  possible_n bigint;
  to_take_n bigint;
  after record;
  known record;
  sha bytea := sha256(convert_to(jsonb_build_array(which, amount, why)::text, 'UTF8'));
begin
  perform pg_advisory_xact_lock(hashtextextended('revoke ' || by_actor || ' ' || once_key, 0));
  select r.* into known from billing.grant_revocation r
  where r.actor = by_actor and r.idempotency_key = once_key;
  if known.actor is not null and known.body_sha <> sha then
    return query select 'conflict', 0::bigint, 0::bigint, 0::bigint, 0::bigint;
    return;
  elsif known.actor is not null then
    return query select 'repeated', known.taken_n, known.remaining_n, known.revoked_n,
      known.expired_n;
    return;
  end if;
  select g.user_id into of_user from billing.credit_grant g where g.id = which;
  if of_user is null then
    return query select 'not_found', 0::bigint, 0::bigint, 0::bigint, 0::bigint;
    return;
  end if;
  perform billing.lock_wallets(array[of_user]);
  perform billing.expire_grants(array[of_user]);
  moment := clock_timestamp();
  select least(g.remaining_n, w.available_n) into possible_n
  from billing.credit_grant g join billing.wallet w on w.user_id = g.user_id where g.id = which;
  to_take_n := coalesce(amount, possible_n);
  if to_take_n > possible_n then
    return query select 'exceeds', 0::bigint, g.remaining_n, g.revoked_n, g.expired_n
      from billing.credit_grant g where g.id = which;
    return;
  end if;
  if to_take_n > 0 then
    update billing.credit_grant g
    set remaining_n = g.remaining_n - to_take_n, revoked_n = g.revoked_n + to_take_n
    where g.id = which;
    insert into billing.entry
      (id, user_id, kind, available_n, issued_n, grant_id, actor, reason, at)
    values (billing.uuid7(moment), of_user, 'revoke', -to_take_n, to_take_n, which, by_actor, why,
      moment);
    update billing.wallet w
    set available_n = w.available_n - to_take_n, revoked_n = w.revoked_n + to_take_n
    where w.user_id = of_user;
  end if;
  select g.remaining_n, g.revoked_n, g.expired_n into after
  from billing.credit_grant g where g.id = which;
  if once_key is not null then
    insert into billing.grant_revocation (actor, idempotency_key, grant_id, body_sha, taken_n,
      remaining_n, revoked_n, expired_n, at)
    values (by_actor, once_key, which, sha, to_take_n, after.remaining_n, after.revoked_n,
      after.expired_n, moment);
  end if;
  return query select case when to_take_n > 0 then 'revoked' else 'nothing_to_revoke' end,
    to_take_n, after.remaining_n, after.revoked_n, after.expired_n;
end
$$;
revoke all on function billing.revoke_grant(uuid,bigint,text,text,text) from public;
grant execute on function billing.revoke_grant(uuid,bigint,text,text,text) to tollgate_billing;

-- Runs before anything else of a wallet is judged, so that what is past its end cannot be spent,
-- whether a sweep has run or not. A grant keeps what open holds that were created before its end
-- need of it, after the grants that end before it have given theirs. The holds of a wallet are read
-- once for all of its ended grants. A hold lives for a week at most: older operations have none,
-- and their partitions are left out.
create or replace function billing.expire_grants(users uuid[], OUT keeping uuid[], OUT swept integer)
returns record
language plpgsql
as $$
declare
  moment constant timestamptz := clock_timestamp();
  oldest_op constant uuid := billing.uuid7(moment - interval '9 days');
  item record;
  wallet_user uuid;
  free_n bigint;
  ahead_n numeric;
  taken_n bigint;
begin
  keeping := '{}';
  swept := 0;
  for item in
    with ended as materialized (
      select g.id, g.user_id, g.remaining_n, g.expires_at, g.created_at, w.available_n, w.reserved_n
      from billing.credit_grant g join billing.wallet w on w.user_id = g.user_id
      where g.user_id = any (users) and g.remaining_n > 0 and g.expires_at <= moment
    ), holding as materialized (
      select distinct e.user_id from ended e where e.reserved_n > 0
    ), timeline as (
      select e.user_id, e.expires_at as at, 0::bigint as held_n, e.id, e.remaining_n, e.created_at,
        e.available_n
      from ended e
      union all
      select r.user_id, coalesce(r.funded_at, r.created_at), r.amount_n, null, null, null, null
      from holding h join billing.reservation r
        on r.user_id = h.user_id and r.state = 'held' and r.op_id >= oldest_op
    ), judged as (
      select t.*, sum(t.held_n) over (
        partition by t.user_id order by t.at, t.id is null) as needed_n
      from timeline t
    )
    select j.id, j.user_id, j.remaining_n, j.needed_n, j.available_n
    from judged j where j.id is not null
    order by j.user_id, j.at, j.created_at, j.id
  loop
    if item.user_id is distinct from wallet_user then
      wallet_user := item.user_id;
      free_n := item.available_n;
      ahead_n := 0;
    end if;
    taken_n := least(
      item.remaining_n - least(item.remaining_n, greatest(0, item.needed_n - ahead_n)), free_n);
    ahead_n := ahead_n + item.remaining_n - taken_n;
    if taken_n < item.remaining_n and not item.user_id = any (keeping) then
      keeping := array_append(keeping, item.user_id);
    end if;
    continue when taken_n = 0;
    free_n := free_n - taken_n;
    swept := swept + 1;
    update billing.credit_grant g
    set remaining_n = g.remaining_n - taken_n, expired_n = g.expired_n + taken_n
    where g.id = item.id;
    insert into billing.entry (id, user_id, kind, available_n, issued_n, grant_id, at)
    values (billing.uuid7(moment + swept * interval '1 microsecond'), item.user_id, 'expire_grant',
      -taken_n, taken_n, item.id, moment);
    update billing.wallet w
    set available_n = w.available_n - taken_n, expired_n = w.expired_n + taken_n
    where w.user_id = item.user_id;
  end loop;
end
$$;
revoke all on function billing.expire_grants(uuid[]) from public;
comment on function billing.expire_grants(uuid[]) is
  'Takes what is past its end from locked wallets; gives those whose open holds still keep some of it.';

-- Consumption of a grant is recorded under its day, so that taking it back shows.
create or replace function billing.note_consumption()
returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  insert into billing.grant_day as d (grant_id, day, consumed_n)
  select n.id, (clock_timestamp() at time zone 'UTC')::date, n.consumed_n - o.consumed_n
  from new_grants n join old_grants o on o.id = n.id
  where n.consumed_n > o.consumed_n
  order by n.id
  on conflict (grant_id, day) do update set consumed_n = d.consumed_n + excluded.consumed_n;
  return null;
end
$$;
revoke all on function billing.note_consumption() from public;
