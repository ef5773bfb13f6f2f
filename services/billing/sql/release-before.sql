-- For processes of the release before: items without a ceiling and without the moment of a replaced hold.
create or replace function billing.reserve_round(batch billing.hold_item[])
returns table(ordinal integer, outcome text, required_n bigint, available_n bigint)
language plpgsql
as $$
#variable_conflict use_column
declare
  moment constant timestamptz := clock_timestamp();
  first_op constant uuid := (select min(b.op_id::text)::uuid from unnest(batch) b);
  last_op constant uuid := (select max(b.op_id::text)::uuid from unnest(batch) b);
  item record;
  hold billing.hold_item;
  wallet_user uuid;
  free_n bigint;
  total_n bigint;
  verdict text;
  ords int[] := '{}';
  verdicts text[] := '{}';
  requireds bigint[] := '{}';
  availables bigint[] := '{}';
  placed billing.hold_item[] := '{}';
  superseded billing.closing[] := '{}';
  inserted int;
begin
  for item in
    select i as hold, coalesce(w.available_n, 0) as available_n,
      coalesce(w.reserved_n, 0) as reserved_n, f.op_id is not null as forgone,
      mine.state as mine_state,
      (mine.user_id, mine.api_key_id, mine.amount_n, mine.price_version_id, mine.uplift_bp)
        = (i.user_id, i.api_key_id, i.amount_n, i.price_version_id, i.uplift_bp)
        and mine.owner is not distinct from i.owner and mine.estimate = i.estimate as same,
      others.*
    from unnest(batch) i
    left join billing.wallet w on w.user_id = i.user_id
    left join billing.forgone f on f.op_id = i.op_id and f.attempt = i.attempt
    left join billing.reservation mine on mine.op_id = i.op_id and mine.attempt = i.attempt
      and mine.op_id between first_op and last_op
    cross join lateral (
      select coalesce(bool_or(
          o.attempt > i.attempt or o.user_id <> i.user_id
          or o.charged_n > 0 or o.late_charged_n > 0), false) as settled_or_newer,
        max(o.attempt) filter (where o.state = 'held') as held_attempt,
        coalesce(max(o.amount_n) filter (where o.state = 'held'), 0) as held_n
      from billing.reservation o
      where o.op_id = i.op_id and o.op_id between first_op and last_op
    ) others
    order by i.user_id, i.ord
  loop
    hold := item.hold;
    if hold.user_id is distinct from wallet_user then
      wallet_user := hold.user_id;
      free_n := item.available_n;
      total_n := item.available_n + item.reserved_n;
    end if;
    if item.mine_state is not null then
      verdict := case when item.mine_state = 'held' and item.same
        then 'repeated' else 'conflict' end;
    elsif item.forgone or item.settled_or_newer
      or item.held_attempt > coalesce(hold.supersedes, 0)
    then
      verdict := 'conflict';
    elsif hold.amount_n <= free_n + item.held_n then
      verdict := 'held';
      free_n := free_n + item.held_n - hold.amount_n;
      placed := array_append(placed, hold);
      if item.held_attempt is not null then
        superseded := array_append(superseded,
          row(hold.op_id, item.held_attempt, hold.user_id, 'superseded')::billing.closing);
      end if;
    else
      verdict := case when hold.amount_n > total_n
        then 'insufficient_credit' else 'credit_held' end;
    end if;
    ords := array_append(ords, hold.ord);
    verdicts := array_append(verdicts, verdict);
    requireds := array_append(requireds, hold.amount_n);
    availables := array_append(availables, free_n + item.held_n);
  end loop;

  if cardinality(superseded) > 0 then
    perform billing.close_holds(superseded, 'released');
  end if;
  if cardinality(placed) > 0 then
    insert into billing.reservation (op_id, attempt, user_id, api_key_id, amount_n,
      price_version_id, uplift_bp, estimate, owner, created_at, expires_at)
    select p.op_id, p.attempt, p.user_id, p.api_key_id, p.amount_n, p.price_version_id,
      p.uplift_bp, p.estimate, p.owner, moment, moment + p.ttl_ms * interval '1 millisecond'
    from unnest(placed) p
    order by p.op_id, p.attempt
    on conflict do nothing;
    get diagnostics inserted = row_count;
    if inserted <> cardinality(placed) then
      raise exception using errcode = '40001', message =
        'a hold of the same operation was placed for another wallet at the same moment';
    end if;
    insert into billing.entry (id, user_id, kind, available_n, reserved_n, op_id, attempt, at)
    select billing.uuid7(moment + p.ord * interval '1 microsecond'), p.user_id, 'reserve',
      -p.amount_n, p.amount_n, p.op_id, p.attempt, moment
    from unnest(placed) p;
    update billing.wallet w
    set available_n = w.available_n - d.amount_n, reserved_n = w.reserved_n + d.amount_n
    from (
      select p.user_id, sum(p.amount_n)::bigint as amount_n from unnest(placed) p group by p.user_id
    ) d
    where w.user_id = d.user_id;
  end if;
  return query select * from unnest(ords, verdicts, requireds, availables);
end
$$;
revoke all on function billing.reserve_round(billing.hold_item[]) from public;

-- For processes of the release before: charges end at the hold.
create or replace function billing.settle_round(batch billing.settle_item[])
returns table(ordinal integer, outcome text, charged_n bigint, uncovered_n bigint)
language plpgsql
as $$
#variable_conflict use_column
declare
  moment constant timestamptz := clock_timestamp();
  first_op constant uuid := (select min(b.op_id::text)::uuid from unnest(batch) b);
  last_op constant uuid := (select max(b.op_id::text)::uuid from unnest(batch) b);
  item record;
  charge billing.settle_item;
  wallet_user uuid;
  free_n bigint;
  verdict text;
  charged bigint;
  uncovered bigint;
  ords int[] := '{}';
  verdicts text[] := '{}';
  chargeds bigint[] := '{}';
  uncovereds bigint[] := '{}';
  charges billing.settle_item[] := '{}';
begin
  for item in
    select i as charge, coalesce(w.available_n, 0) as available_n, r.state, r.late, r.amount_n,
      coalesce(r.charged_n, r.late_charged_n) as charged_n, r.uncovered_n,
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
    else
      charge.hold_n := item.amount_n;
      charge.late := item.state = 'expired';
      charged := least(charge.cost_n, item.amount_n);
      if charge.late then
        verdict := 'late';
        charged := least(charged, free_n);
        free_n := free_n - charged;
      else
        verdict := 'settled';
        free_n := free_n + item.amount_n - charged;
      end if;
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
    update billing.reservation r
    set state = case when c.late then r.state else 'settled' end,
      charged_n = case when c.late then null else c.charged_n end,
      late = c.late,
      late_charged_n = case when c.late then c.charged_n end,
      cost_n = c.cost_n, uncovered_n = c.cost_n - c.charged_n,
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
      case when c.late then 0 else c.hold_n end - c.charged_n,
      case when c.late then 0 else -c.hold_n end,
      c.charged_n, c.op_id, c.attempt, moment
    from unnest(charges) c;
    insert into billing.provider_cost (op_id, attempt, cost_n, uncovered_n, reason, at)
    select c.op_id, c.attempt, c.cost_n, c.cost_n - c.charged_n,
      case when c.late then 'late' else 'overrun' end, moment
    from unnest(charges) c where c.cost_n > c.charged_n;
    update billing.wallet w
    set available_n = w.available_n + d.hold_n - d.charged_n,
      reserved_n = w.reserved_n - d.hold_n,
      consumed_n = w.consumed_n + d.charged_n
    from (
      select c.user_id, sum(c.charged_n)::bigint as charged_n,
        sum(case when c.late then 0 else c.hold_n end)::bigint as hold_n
      from unnest(charges) c group by c.user_id
    ) d
    where w.user_id = d.user_id;
    perform billing.draw_grants(charges);
  end if;
  return query select * from unnest(ords, verdicts, chargeds, uncovereds);
end
$$;
revoke all on function billing.settle_round(billing.settle_item[]) from public;

-- For processes of the release before.
create or replace function billing.draw_grants(charges billing.settle_item[])
returns void
language plpgsql
as $$
declare
  due_n numeric;
  drawn_n numeric;
begin
  with due as (
    select c.user_id, sum(c.charged_n) as amount_n from unnest(charges) c
    group by c.user_id having sum(c.charged_n) > 0
  ), share as (
    select g.id, least(g.remaining_n, d.amount_n - coalesce(sum(g.remaining_n) over (
        partition by g.user_id order by g.expires_at nulls last, g.created_at, g.id
        rows between unbounded preceding and 1 preceding), 0))::bigint as amount_n
    from due d join billing.credit_grant g on g.user_id = d.user_id and g.remaining_n > 0
  ), drawn as (
    update billing.credit_grant g
    set remaining_n = g.remaining_n - s.amount_n, consumed_n = g.consumed_n + s.amount_n
    from share s where g.id = s.id and s.amount_n > 0
    returning s.amount_n
  )
  select (select coalesce(sum(amount_n), 0) from due), (select coalesce(sum(amount_n), 0) from drawn)
  into due_n, drawn_n;
  if due_n <> drawn_n then
    raise exception using errcode = 'XX001', message = 'the grants do not cover what is charged';
  end if;
end
$$;
revoke all on function billing.draw_grants(billing.settle_item[]) from public;
