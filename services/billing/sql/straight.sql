-- The straight path of holds: one statement locks their wallets, and another creates all at once
-- when each is the first of its operation, all of them fit, and no grant has ended that would have
-- to be taken first. Gives whether they were created; else nothing was written: who is refused, and
-- why, is decided by the general path alone.
create or replace function billing.place_straight(
  op_ids uuid[],
  attempts int[],
  user_ids uuid[],
  api_key_ids uuid[],
  amounts bigint[],
  ttls bigint[],
  owners uuid[],
  price_version_ids uuid[],
  uplifts int[],
  estimates jsonb[],
  waits boolean
)
returns boolean
language plpgsql
as $$
declare
  taken constant int := billing.lock_known_wallets(user_ids, waits);
  moment constant timestamptz := clock_timestamp();
  micros constant bigint := extract(epoch from moment) * 1000000;
  first_op uuid := op_ids[1];
  last_op uuid := first_op;
  are_held boolean;
begin
  if cardinality(op_ids) > 1 then
    select min(o::text), max(o::text) into first_op, last_op from unnest(op_ids) o;
  end if;
  with item as materialized (
    select * from unnest(op_ids, attempts, user_ids, api_key_ids, amounts, ttls, owners,
      price_version_ids, uplifts, estimates) with ordinality
      as t(op_id, attempt, user_id, api_key_id, amount_n, ttl_ms, owner, price_version_id,
        uplift_bp, estimate, ord)
  ), due as materialized (
    select i.user_id, sum(i.amount_n) as amount_n from item i group by i.user_id
  ), fits as materialized (
    select from (select count(distinct i.op_id) as ops from item i) n
    where n.ops = cardinality(op_ids) and taken = (select count(*) from due)
      and not exists (select from due join billing.wallet w on w.user_id = due.user_id
        where w.available_n < due.amount_n)
      and not exists (select from due join billing.credit_grant g on g.user_id = due.user_id
        and g.remaining_n > 0 and g.expires_at <= moment)
      and not exists (select from item i join billing.forgone f on f.op_id = i.op_id)
      and not exists (select from item i join billing.reservation r on r.op_id = i.op_id
        and r.op_id between first_op and last_op)
  ), held as (
    insert into billing.reservation (op_id, attempt, user_id, api_key_id, amount_n,
      price_version_id, uplift_bp, estimate, owner, created_at, expires_at)
    select i.op_id, i.attempt, i.user_id, i.api_key_id, i.amount_n, i.price_version_id,
      i.uplift_bp, i.estimate, i.owner, moment, moment + i.ttl_ms * interval '1 millisecond'
    from fits, item i
  ), noted as (
    insert into billing.entry (id, user_id, kind, available_n, reserved_n, op_id, attempt, at)
    select billing.uuid7_of(micros + i.ord), i.user_id, 'reserve', -i.amount_n, i.amount_n,
      i.op_id, i.attempt, moment
    from fits, item i
  ), moved as (
    update billing.wallet w
    set available_n = w.available_n - d.amount_n::bigint,
      reserved_n = w.reserved_n + d.amount_n::bigint
    from fits, due d where w.user_id = d.user_id
  )
  select exists (select from fits) into are_held;
  return are_held;
end
$$;
revoke all on function billing.place_straight(uuid[],int[],uuid[],uuid[],bigint[],bigint[],uuid[],uuid[],int[],jsonb[],boolean) from public;

-- The straight path of charges: one statement locks their wallets, and another records all at once
-- when each is the only one of its operation and within its open hold and its ceiling, those of a
-- wallet fit into the grant that gives first, and no grant has ended that would have to be taken
-- first. Gives whether they were recorded; else nothing was written, and the general path judges.
create or replace function billing.charge_straight(
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
returns boolean
language plpgsql
as $$
declare
  taken constant int := billing.lock_known_wallets(user_ids, waits);
  moment constant timestamptz := clock_timestamp();
  micros constant bigint := extract(epoch from moment) * 1000000;
  first_op uuid := op_ids[1];
  last_op uuid := first_op;
  are_booked boolean;
begin
  if cardinality(op_ids) > 1 then
    select min(o::text), max(o::text) into first_op, last_op from unnest(op_ids) o;
  end if;
  with item as materialized (
    select t.*, r.amount_n as hold_n,
      r.attempt = t.attempt and r.user_id = t.user_id and r.state = 'held'
        and t.cost_n <= least(r.amount_n, t.ceiling_n) as is_usual
    from unnest(op_ids, attempts, user_ids, costs, ceilings, usages, usage_sources, partials)
      with ordinality
      as t(op_id, attempt, user_id, cost_n, ceiling_n, usage, usage_source, partial, ord)
    left join billing.reservation r on r.op_id = t.op_id and r.op_id between first_op and last_op
  ), due as materialized (
    select d.user_id, d.charged_n, d.hold_n, g.id as grant_id, g.remaining_n, g.expires_at
    from (
      select i.user_id, sum(i.cost_n) as charged_n, sum(i.hold_n) as hold_n from item i
      group by i.user_id
    ) d left join lateral (
      select g.id, g.remaining_n, g.expires_at from billing.credit_grant g
      where g.user_id = d.user_id and g.remaining_n > 0
      order by g.expires_at, g.created_at, g.id limit 1
    ) g on true
  ), fits as materialized (
    select from (
      select count(*) as rows, count(distinct i.op_id) as ops,
        bool_and(coalesce(i.is_usual, false)) as are_usual
      from item i
    ) n
    where n.are_usual and n.ops = n.rows and taken = (select count(*) from due)
      and not exists (select from due d where d.expires_at <= moment
        or d.charged_n > coalesce(d.remaining_n, 0))
  ), closed as (
    update billing.reservation r
    set state = 'settled', charged_n = i.cost_n, cost_n = i.cost_n, uncovered_n = 0,
      ceiling_n = i.ceiling_n, usage = i.usage, usage_source = i.usage_source,
      partial = coalesce(i.partial, false), closed_at = moment, close_reason = 'settled'
    from fits, item i
    where r.op_id = i.op_id and r.attempt = i.attempt and r.op_id between first_op and last_op
  ), noted as (
    insert into billing.entry
      (id, user_id, kind, available_n, reserved_n, consumed_n, op_id, attempt, at)
    select billing.uuid7_of(micros + i.ord), i.user_id, 'settle', i.hold_n - i.cost_n, -i.hold_n,
      i.cost_n, i.op_id, i.attempt, moment
    from fits, item i
  ), moved as (
    update billing.wallet w
    set available_n = w.available_n + (d.hold_n - d.charged_n)::bigint,
      reserved_n = w.reserved_n - d.hold_n::bigint,
      consumed_n = w.consumed_n + d.charged_n::bigint
    from fits, due d where w.user_id = d.user_id
  ), drawn as (
    update billing.credit_grant g
    set remaining_n = g.remaining_n - d.charged_n::bigint,
      consumed_n = g.consumed_n + d.charged_n::bigint
    from fits, due d where g.id = d.grant_id and d.charged_n > 0
  )
  select exists (select from fits) into are_booked;
  return are_booked;
end
$$;
revoke all on function billing.charge_straight(uuid[],int[],uuid[],bigint[],bigint[],jsonb[],text[],boolean[],boolean) from public;

-- Calls that begin before an upgrade of the schema and end after it find these functions, which
-- send them to the general path. They keep the language that they had: a session that is about to
-- call one has chosen the language, and reads the new body by it.
create or replace function billing.take_known_wallets(users uuid[], waits boolean)
returns boolean
language plpgsql
as $$
begin
  return false;
end
$$;
revoke all on function billing.take_known_wallets(uuid[],boolean) from public;

create or replace function billing.place_straight(batch billing.hold_order[])
returns boolean
language plpgsql
as $$
begin
  return false;
end
$$;
revoke all on function billing.place_straight(billing.hold_order[]) from public;

create or replace function billing.charge_straight(batch billing.charge_order[])
returns boolean
language plpgsql
as $$
begin
  return false;
end
$$;
revoke all on function billing.charge_straight(billing.charge_order[]) from public;
