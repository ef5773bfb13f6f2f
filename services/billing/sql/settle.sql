-- Settles holds, each item judged by itself. A row of ordinal 0 means all items: each is settled at
-- its cost. An operation of a year that has left the ledger is refused before any lock.
create or replace function billing.settle_holds(
  op_ids uuid[],
  attempts int[],
  user_ids uuid[],
  costs bigint[],
  ceilings bigint[],
  usages jsonb[],
  usage_sources text[],
  partials boolean[],
  waits boolean
)
returns table(ordinal integer, outcome text, charged_n bigint, uncovered_n bigint)
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
  bound constant uuid := billing.left_among(op_ids);
begin
  if bound is null and billing.charge_straight(op_ids, attempts, user_ids, costs, ceilings, usages,
    usage_sources, partials, waits)
  then
    return query values (0, 'settled', null::bigint, 0::bigint);
    return;
  end if;
  return query select o.ord::int, 'left', 0::bigint, 0::bigint
    from unnest(op_ids) with ordinality o(op_id, ord) where o.op_id < bound;
  return query select * from billing.settle_in_rounds(array(
    select row(t.ord, t.op_id, t.attempt, t.user_id, t.cost_n, t.ceiling_n, t.usage,
      t.usage_source, coalesce(t.partial, false), null, null, null, null)::billing.charge_order
    from unnest(op_ids, attempts, user_ids, costs, ceilings, usages, usage_sources, partials)
      with ordinality as t(op_id, attempt, user_id, cost_n, ceiling_n, usage, usage_source, partial,
        ord)
    where (t.op_id < bound) is not true), waits);
end
$$;
revoke all on function billing.settle_holds(uuid[],int[],uuid[],bigint[],bigint[],jsonb[],text[],boolean[],boolean) from public;
grant execute on function billing.settle_holds(uuid[],int[],uuid[],bigint[],bigint[],jsonb[],text[],boolean[],boolean) to tollgate_billing;

-- Settles holds for processes of the version before, which send items as JSON.
create or replace function billing.settle_batch(items jsonb, waits boolean)
returns table(ordinal integer, outcome text, charged_n bigint, uncovered_n bigint)
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
  return query select * from billing.settle_in_rounds(array(
    select row(t.ord, t.op_id, t.attempt, t.user_id, t.cost_nano, t.ceiling_nano, t.usage,
      t.usage_source, coalesce(t.partial, false), null, null, null, null)::billing.charge_order
    from rows from (jsonb_to_recordset(items) as (
      op_id uuid, attempt int, user_id uuid, cost_nano bigint, ceiling_nano bigint, usage jsonb,
      usage_source text, partial boolean
    )) with ordinality as t(op_id, attempt, user_id, cost_nano, ceiling_nano, usage, usage_source,
      partial, ord)), waits);
end
$$;
revoke all on function billing.settle_batch(jsonb,boolean) from public;
grant execute on function billing.settle_batch(jsonb,boolean) to tollgate_billing;

-- The general path of a batch: items of one operation follow each other in rounds.
create or replace function billing.settle_in_rounds(items billing.charge_order[], waits boolean)
returns table(ordinal integer, outcome text, charged_n bigint, uncovered_n bigint)
language plpgsql
as $$
#variable_conflict use_column
declare
  opened constant record := billing.open_batch(items, waits);
  rest billing.charge_order[] := opened.free;
  dealt record;
begin
  if cardinality(opened.locked) > 0 then
    return query select l, 'locked', 0::bigint, 0::bigint from unnest(opened.locked) l;
  end if;
  while rest is not null loop
    dealt := billing.deal_round(rest, opened.ending);
    return query select * from billing.charge_round(dealt.round);
    rest := dealt.rest;
    if cardinality(opened.ending) > 0 then
      perform billing.expire_grants(opened.ending);
    end if;
  end loop;
end
$$;
revoke all on function billing.settle_in_rounds(billing.charge_order[],boolean) from public;

-- Records the charges of one round of a batch: at most one of each operation, all wallets locked.
create or replace function billing.charge_round(batch billing.charge_order[])
returns table(ordinal integer, outcome text, charged_n bigint, uncovered_n bigint)
language plpgsql
as $$
#variable_conflict use_column
declare
  moment constant timestamptz := clock_timestamp();
  -- A charge by a provider's report is at most so many times its hold; what we counted ourselves is
  -- at most the hold.
  holds_most constant numeric := 3;
  -- An expired hold may be charged for so long: a year leaves only after that.
  late_for constant interval := '30 days';
  first_op constant uuid := (select min(b.op_id::text)::uuid from unnest(batch) b);
  last_op constant uuid := (select max(b.op_id::text)::uuid from unnest(batch) b);
  item record;
  charge billing.charge_order;
  wallet_user uuid;
  free_n bigint;
  verdict text;
  charged bigint;
  uncovered bigint;
  ords int[] := '{}';
  verdicts text[] := '{}';
  chargeds bigint[] := '{}';
  uncovereds bigint[] := '{}';
  charges billing.charge_order[] := '{}';
begin
  for item in
    select i as charge, coalesce(w.available_n, 0) as available_n, r.state, r.late, r.amount_n,
      r.closed_at, coalesce(r.charged_n, r.late_charged_n) as charged_n, r.uncovered_n,
      coalesce(r.funded_at, r.created_at) as funded_at,
      (r.cost_n, r.usage, r.usage_source, r.partial)
        is not distinct from (i.cost_n, i.usage, i.usage_source, i.partial) as same,
      others.*
    from unnest(batch) i
    left join billing.wallet w on w.user_id = i.user_id
    left join billing.reservation r
      on r.op_id = i.op_id and r.attempt = i.attempt and r.user_id = i.user_id
      and r.op_id between first_op and last_op
    cross join lateral (
      select coalesce(bool_or(o.charged_n > 0 or o.late_charged_n > 0), false) as paid,
        coalesce(bool_or(o.attempt > i.attempt), false) as newer
      from billing.reservation o
      where o.op_id = i.op_id and o.op_id between first_op and last_op
    ) others
    order by i.user_id, i.ord
  loop
    charge := item.charge;
    if charge.user_id is distinct from wallet_user then
      wallet_user := charge.user_id;
      free_n := item.available_n;
    end if;
    charged := 0;
    uncovered := 0;
    if item.state is null then
      verdict := 'unknown';
    elsif item.state = 'settled' or item.late then
      verdict := case when item.same then 'repeated' else 'conflict' end;
      charged := item.charged_n;
      uncovered := item.uncovered_n;
    elsif item.state = 'released' or item.newer or item.paid then
      verdict := 'conflict';
    elsif item.state = 'expired' and item.closed_at < moment - late_for then
      verdict := 'too_late';
    else
      charge.late := item.state = 'expired';
      charge.hold_n := case when charge.late then 0 else item.amount_n end;
      charge.funded_at := case when charge.late then moment else item.funded_at end;
      verdict := case when charge.late then 'late' else 'settled' end;
      charged := least(charge.cost_n, charge.ceiling_n, charge.hold_n + free_n,
        item.amount_n * case when charge.usage_source = 'provider' and not charge.partial
          then holds_most else 1 end);
      free_n := free_n + charge.hold_n - charged;
      uncovered := charge.cost_n - charged;
      charge.charged_n := charged;
      charges := array_append(charges, charge);
    end if;
    ords := array_append(ords, charge.ord);
    verdicts := array_append(verdicts, verdict);
    chargeds := array_append(chargeds, charged);
    uncovereds := array_append(uncovereds, uncovered);
  end loop;

  if cardinality(charges) > 0 then
    perform billing.book_charges(charges, moment, first_op, last_op);
  end if;
  return query select * from unnest(ords, verdicts, chargeds, uncovereds);
end
$$;
revoke all on function billing.charge_round(billing.charge_order[]) from public;

-- Writes charges that were found to fit: reservation, entry, what was used beyond the hold, wallet
-- and grants.
create or replace function billing.book_charges(
  charges billing.charge_order[],
  moment timestamp with time zone,
  first_op uuid,
  last_op uuid
)
returns void
language plpgsql
as $$
begin
  update billing.reservation r
  set state = case when c.late then r.state else 'settled' end,
    charged_n = case when c.late then null else c.charged_n end,
    late = c.late,
    late_charged_n = case when c.late then c.charged_n end,
    cost_n = c.cost_n, uncovered_n = c.cost_n - c.charged_n, ceiling_n = c.ceiling_n,
    usage = c.usage, usage_source = c.usage_source, partial = c.partial,
    closed_at = coalesce(r.closed_at, moment),
    close_reason = coalesce(r.close_reason, 'settled')
  from unnest(charges) c
  where r.op_id = c.op_id and r.attempt = c.attempt
    and r.op_id between first_op and last_op;
  insert into billing.entry
    (id, user_id, kind, available_n, reserved_n, consumed_n, op_id, attempt, at)
  select billing.uuid7(moment + c.ord * interval '1 microsecond'), c.user_id,
    case when c.late then 'settle_late' else 'settle' end,
    c.hold_n - c.charged_n, -c.hold_n, c.charged_n, c.op_id, c.attempt, moment
  from unnest(charges) c;
  insert into billing.provider_cost (op_id, attempt, cost_n, uncovered_n, covered_n, reason, at)
  select c.op_id, c.attempt, c.cost_n, c.cost_n - c.charged_n,
    greatest(0, c.charged_n - r.amount_n), case when c.late then 'late' else 'overrun' end, moment
  from unnest(charges) c join billing.reservation r
    on r.op_id = c.op_id and r.attempt = c.attempt and r.op_id between first_op and last_op
  where (c.cost_n > c.charged_n or c.charged_n > c.hold_n)
    and (c.cost_n > c.charged_n or c.charged_n > r.amount_n);
  update billing.wallet w
  set available_n = w.available_n + d.hold_n - d.charged_n,
    reserved_n = w.reserved_n - d.hold_n,
    consumed_n = w.consumed_n + d.charged_n
  from (
    select c.user_id, sum(c.charged_n)::bigint as charged_n, sum(c.hold_n)::bigint as hold_n
    from unnest(charges) c group by c.user_id
  ) d
  where w.user_id = d.user_id;
  perform billing.draw_grants(charges);
end
$$;
revoke all on function billing.book_charges(billing.charge_order[],timestamp with time zone,uuid,uuid) from public;
