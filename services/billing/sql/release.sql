-- Gives holds back, each item judged by itself. Where `waits` is false, items of locked wallets are
-- answered `locked`. An operation of a year that has left the ledger is refused before any lock.
create or replace function billing.release_batch(items jsonb, waits boolean)
returns table(ordinal integer, outcome text)
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
  first_op constant uuid := (
    select min(t.op_id)::uuid from jsonb_to_recordset(items) as t(op_id text));
  last_op constant uuid := (
    select max(t.op_id)::uuid from jsonb_to_recordset(items) as t(op_id text));
  bound constant uuid := coalesce(
    billing.left_among(array[first_op]), '00000000-0000-0000-0000-000000000000');
  locked constant uuid[] := billing.take_wallets(array(
    select distinct t.user_id from jsonb_to_recordset(items) as t(user_id uuid, op_id uuid)
    where t.op_id >= bound), waits);
  item record;
  ords int[] := '{}';
  verdicts text[] := '{}';
  closings billing.closing[] := '{}';
begin
  for item in
    select t.*, r.state, coalesce(r.late, false) as late, t.user_id = any (locked) as is_locked,
      row_number() over (partition by t.op_id, t.attempt, t.user_id order by t.ord) as turn
    from rows from (jsonb_to_recordset(items) as (
      op_id uuid, attempt int, user_id uuid, reason text
    )) with ordinality as t(op_id, attempt, user_id, reason, ord)
    left join billing.reservation r
      on r.op_id = t.op_id and r.attempt = t.attempt and r.user_id = t.user_id
      and r.op_id between first_op and last_op
    order by t.ord
  loop
    ords := array_append(ords, item.ord::int);
    verdicts := array_append(verdicts, case
      when item.op_id < bound then 'left'
      when item.is_locked then 'locked'
      when item.state is null then 'unknown'
      when item.state = 'settled' or item.late then 'conflict'
      when item.state = 'held' and item.turn = 1 then 'released'
      else 'repeated'
    end);
    if item.state = 'held' and item.turn = 1 and not item.is_locked then
      closings := array_append(closings,
        row(item.op_id, item.attempt, item.user_id, item.reason)::billing.closing);
    end if;
  end loop;
  if 'unknown' = any (verdicts) then
    insert into billing.forgone (op_id, attempt, at)
    select t.op_id, t.attempt, clock_timestamp()
    from jsonb_to_recordset(items) as t(op_id uuid, attempt int, user_id uuid)
    where t.op_id >= bound and t.user_id <> all (locked)
      and not exists (select 1 from billing.reservation r
      where r.op_id = t.op_id and r.attempt = t.attempt
        and r.op_id between first_op and last_op)
    order by t.op_id, t.attempt
    on conflict do nothing;
  end if;
  if cardinality(closings) > 0 then
    perform billing.close_holds(closings, 'released');
  end if;
  return query select * from unnest(ords, verdicts);
end
$$;
revoke all on function billing.release_batch(jsonb,boolean) from public;
grant execute on function billing.release_batch(jsonb,boolean) to tollgate_billing;

-- A caller that replaces a hold records its end at the moment that it gives, and the new hold after
-- that.
create or replace function billing.close_holds(holds billing.closing[], closed_state text)
returns integer
language plpgsql
as $$
begin
  return billing.close_holds(holds, closed_state, clock_timestamp());
end
$$;
revoke all on function billing.close_holds(billing.closing[],text) from public;

create or replace function billing.close_holds(
  holds billing.closing[],
  closed_state text,
  moment timestamp with time zone
)
returns integer
language plpgsql
as $$
declare
  first_op constant uuid := (select min(h.op_id::text)::uuid from unnest(holds) h);
  last_op constant uuid := (select max(h.op_id::text)::uuid from unnest(holds) h);
  closed_count int;
begin
  with closed as (
    update billing.reservation r
    set state = closed_state, closed_at = moment, close_reason = h.reason
    from unnest(holds) h
    where r.op_id = h.op_id and r.attempt = h.attempt and r.user_id = h.user_id
      and r.op_id between first_op and last_op and r.state = 'held'
    returning r.op_id, r.attempt, r.user_id, r.amount_n
  ), noted as (
    insert into billing.entry (id, user_id, kind, available_n, reserved_n, op_id, attempt, at)
    select billing.uuid7(moment), user_id,
      case closed_state when 'released' then 'release' else 'expire_hold' end,
      amount_n, -amount_n, op_id, attempt, moment
    from closed
  ), moved as (
    update billing.wallet w
    set available_n = w.available_n + d.amount_n, reserved_n = w.reserved_n - d.amount_n
    from (select user_id, sum(amount_n)::bigint as amount_n from closed group by user_id) d
    where w.user_id = d.user_id
  )
  select count(*) into closed_count from closed;
  return closed_count;
end
$$;
revoke all on function billing.close_holds(billing.closing[],text,timestamp with time zone) from public;
