import type { Knex } from 'knex';

/**
 * Overruns, grants that end, wallets that are locked.
 *
 * Usage above the hold is taken from what is still available, as far as the caller's own ceiling lets it. A grant that ends leaves the
 * wallet but for what calls under way were held against it, before anything else of the wallet is judged. A batch can leave out the
 * wallets that another session has locked.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(TABLES);
  await trx.raw(LOCKS);
  await trx.raw(CLOSE_HOLDS);
  await trx.raw(EXPIRE_GRANTS);
  await trx.raw(RESERVE);
  await trx.raw(SETTLE);
  await trx.raw(RELEASE);
  await trx.raw(REVOKE);
  await trx.raw(SWEEPS);
  await trx.raw(ACCESS);
}

/** The bounds of a charge by its hold, and of what a settlement takes from available: wider ones replace them. */
export const contracts = { since: '0005_billing', because: 'old rows keep the wider bounds too' };

/** As in 0005: always by index, with plans made once. */
const PLAIN_PLANS = `
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_hashjoin = off
set enable_mergejoin = off
set jit = off
set lock_timeout = '500ms'
`;

/**
 * `ceiling_n` is the caller's own. `funded_at` stands where a hold took over another one's credit: since then grants are held for it.
 * Constraints are not checked against old rows, which keep narrower ones.
 */
const TABLES = `
alter table billing.reservation add column ceiling_n bigint check (ceiling_n >= 0);
alter table billing.reservation add column funded_at timestamptz;
alter table billing.reservation
  drop constraint reservation_check,
  drop constraint reservation_check1,
  add constraint charge_not_negative check (charged_n >= 0 and late_charged_n >= 0) not valid,
  add constraint overrun_is_told check (
    coalesce(charged_n, late_charged_n, 0) <= amount_n
    or usage_source = 'provider' and not partial) not valid,
  add constraint charge_within_ceiling check (
    coalesce(charged_n, late_charged_n, 0) <= ceiling_n) not valid;
create trigger reservation_funding_fixed before update on billing.reservation
  for each row when (new.funded_at is distinct from old.funded_at)
  execute function billing.refuse_change();

alter table billing.entry
  drop constraint entry_fits_its_kind,
  add constraint entry_fits_its_kind check (case kind
    when 'grant' then available_n > 0 and issued_n = -available_n
    when 'revoke' then available_n < 0 and issued_n = -available_n
    when 'expire_grant' then available_n < 0 and issued_n = -available_n
    when 'reserve' then reserved_n >= 0 and available_n = -reserved_n
    when 'settle' then consumed_n >= 0 and reserved_n <= 0 and issued_n = 0
    when 'settle_late' then consumed_n >= 0 and available_n = -consumed_n
    else reserved_n <= 0 and available_n = -reserved_n
  end) not valid;
`;

/** A wallet that does not exist yet can not be skipped over, so it counts as locked: who waits makes it. */
const LOCKS = `
create function billing.take_wallets(users uuid[], waits boolean) returns uuid[]
language plpgsql as $$
declare
  taken uuid[];
begin
  if waits then
    perform billing.lock_wallets(users);
    return '{}';
  end if;
  select array_agg(free.user_id) into taken from (
    select w.user_id from billing.wallet w where w.user_id = any (users)
    order by w.user_id for update skip locked
  ) free;
  return array(select unnest(users) except select unnest(taken));
end
$$;
comment on function billing.take_wallets(uuid[], boolean) is
  'Locks wallets; gives those that it did not get.';
`;

/** Whoever replaces a hold books its end at the moment that it gives, and the new hold behind that. */
const CLOSE_HOLDS = `
create function billing.close_holds(
  holds billing.closing[], closed_state text, moment timestamptz) returns int
language plpgsql as $$
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

create or replace function billing.close_holds(holds billing.closing[], closed_state text) returns int
language plpgsql as $$
begin
  return billing.close_holds(holds, closed_state, clock_timestamp());
end
$$;
`;

/**
 * Runs before anything else of a wallet is judged, so that what is past its end can not be spent, whether a sweep has been there or not.
 * A grant keeps what open holds that were placed before its end need of it, after the grants that end before it have given theirs.
 *
 * A hold lives for a week at most: older operations have none, and their partitions are left out.
 */
const EXPIRE_GRANTS = `
create function billing.expire_grants(users uuid[], out keeping uuid[], out swept int)
language plpgsql as $$
declare
  moment constant timestamptz := clock_timestamp();
  oldest_op constant uuid := billing.uuid7(moment - interval '9 days');
  item record;
  wallet_user uuid;
  free_n bigint;
  ahead_n numeric;
  needed_n numeric;
  taken_n bigint;
begin
  keeping := '{}';
  swept := 0;
  for item in
    select g.id, g.user_id, g.remaining_n, g.expires_at, w.available_n, w.reserved_n
    from billing.credit_grant g join billing.wallet w on w.user_id = g.user_id
    where g.user_id = any (users) and g.remaining_n > 0 and g.expires_at <= moment
    order by g.user_id, g.expires_at, g.created_at, g.id
  loop
    if item.user_id is distinct from wallet_user then
      wallet_user := item.user_id;
      free_n := item.available_n;
      ahead_n := 0;
    end if;
    needed_n := 0;
    if item.reserved_n > 0 then
      select coalesce(sum(r.amount_n), 0) into needed_n from billing.reservation r
      where r.user_id = item.user_id and r.state = 'held' and r.op_id >= oldest_op
        and coalesce(r.funded_at, r.created_at) < item.expires_at;
    end if;
    taken_n := least(
      item.remaining_n - least(item.remaining_n, greatest(0, needed_n - ahead_n)), free_n);
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
comment on function billing.expire_grants(uuid[]) is
  'Takes what is past its end from locked wallets; gives those whose open holds still keep some of it.';
`;

/**
 * As before, and: what replaces a hold is booked behind the end of that one, and has its credit from the same moment on. Items of a wallet
 * with ended credit are judged one after the other, so that none gets what another has given back of it.
 */
const RESERVE = `
create type billing.hold_order as (
  ord int, op_id uuid, attempt int, user_id uuid, api_key_id uuid, amount_n bigint, ttl_ms bigint,
  owner uuid, price_version_id uuid, uplift_bp int, estimate jsonb, supersedes int,
  funded_at timestamptz
);

create function billing.place_round(batch billing.hold_order[])
returns table (ordinal int, outcome text, required_n bigint, available_n bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  moment constant timestamptz := clock_timestamp();
  first_op constant uuid := (select min(b.op_id::text)::uuid from unnest(batch) b);
  last_op constant uuid := (select max(b.op_id::text)::uuid from unnest(batch) b);
  item record;
  hold billing.hold_order;
  wallet_user uuid;
  free_n bigint;
  total_n bigint;
  verdict text;
  ords int[] := '{}';
  verdicts text[] := '{}';
  requireds bigint[] := '{}';
  availables bigint[] := '{}';
  placed billing.hold_order[] := '{}';
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
        coalesce(max(o.amount_n) filter (where o.state = 'held'), 0) as held_n,
        min(coalesce(o.funded_at, o.created_at)) filter (where o.state = 'held') as held_since
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
      hold.funded_at := item.held_since;
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
    perform billing.close_holds(superseded, 'released', moment);
  end if;
  if cardinality(placed) > 0 then
    insert into billing.reservation (op_id, attempt, user_id, api_key_id, amount_n,
      price_version_id, uplift_bp, estimate, owner, created_at, expires_at, funded_at)
    select p.op_id, p.attempt, p.user_id, p.api_key_id, p.amount_n, p.price_version_id,
      p.uplift_bp, p.estimate, p.owner, moment, moment + p.ttl_ms * interval '1 millisecond',
      p.funded_at
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

create function billing.reserve_batch(items jsonb, waits boolean)
returns table (ordinal int, outcome text, required_n bigint, available_n bigint)
language plpgsql security definer
${PLAIN_PLANS} as $$
#variable_conflict use_column
declare
  rest billing.hold_order[];
  batch billing.hold_order[];
  users uuid[];
  locked uuid[];
  ending uuid[];
begin
  select array_agg(row(t.ord, t.op_id, t.attempt, t.user_id, t.api_key_id, t.amount_nano, t.ttl_ms,
    t.owner, t.price_version_id, t.uplift_bp, t.estimate, t.supersedes, null)::billing.hold_order)
  into rest
  from rows from (jsonb_to_recordset(items) as (
    op_id uuid, attempt int, user_id uuid, api_key_id uuid, amount_nano bigint, ttl_ms bigint,
    owner uuid, price_version_id uuid, uplift_bp int, estimate jsonb, supersedes int
  )) with ordinality as t(op_id, attempt, user_id, api_key_id, amount_nano, ttl_ms, owner,
    price_version_id, uplift_bp, estimate, supersedes, ord);
  users := array(select distinct r.user_id from unnest(rest) r);
  locked := billing.take_wallets(users, waits);
  if cardinality(locked) > 0 then
    return query select r.ord, 'locked', 0::bigint, 0::bigint from unnest(rest) r
    where r.user_id = any (locked);
    rest := (select array_agg(r) from unnest(rest) r where r.user_id <> all (locked));
    users := array(select u from unnest(users) u where u <> all (locked));
  end if;
  ending := (select keeping from billing.expire_grants(users));
  while rest is not null loop
    select array_agg(n.item) filter (where n.turn = 1), array_agg(n.item) filter (where n.turn > 1)
    into batch, rest
    from (
      select r as item, row_number() over (
        partition by case when r.user_id = any (ending) then r.user_id else r.op_id end
        order by r.ord) as turn
      from unnest(rest) r
    ) n;
    return query select * from billing.place_round(batch);
    if cardinality(ending) > 0 then
      perform billing.expire_grants(ending);
    end if;
  end loop;
end
$$;

create or replace function billing.reserve_batch(items jsonb)
returns table (ordinal int, outcome text, required_n bigint, available_n bigint)
language plpgsql security definer
${PLAIN_PLANS} as $$
begin
  return query select * from billing.reserve_batch(items, true);
end
$$;
`;

/**
 * The charge is the cost as far as the hold and what is available reach: usage that a provider told of a whole answer may go above its
 * hold, an estimate never. The caller's own ceiling ends both. What is not charged is the platform's, and the memo book tells it.
 *
 * Grants are drawn soonest expiry first, then oldest. Those that had ended when the hold was placed come last: they are drawn for
 * holds of the release before only.
 */
const SETTLE = `
create type billing.charge_order as (
  ord int, op_id uuid, attempt int, user_id uuid, cost_n bigint, ceiling_n bigint, usage jsonb,
  usage_source text, partial boolean, charged_n bigint, hold_n bigint, late boolean,
  funded_at timestamptz
);

create function billing.draw_grants(charges billing.charge_order[]) returns void
language plpgsql as $$
declare
  due_n numeric;
  drawn_n numeric;
begin
  with due as (
    select c.user_id, sum(c.charged_n) as amount_n, min(c.funded_at) as funded_at
    from unnest(charges) c
    group by c.user_id having sum(c.charged_n) > 0
  ), share as (
    select g.id, least(g.remaining_n, d.amount_n - coalesce(sum(g.remaining_n) over (
        partition by g.user_id
        order by coalesce(g.expires_at <= d.funded_at, false), g.expires_at nulls last,
          g.created_at, g.id
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

create function billing.charge_round(batch billing.charge_order[])
returns table (ordinal int, outcome text, charged_n bigint, uncovered_n bigint)
language plpgsql as $$
#variable_conflict use_column
declare
  moment constant timestamptz := clock_timestamp();
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
      coalesce(r.charged_n, r.late_charged_n) as charged_n, r.uncovered_n,
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
    else
      charge.late := item.state = 'expired';
      charge.hold_n := case when charge.late then 0 else item.amount_n end;
      charge.funded_at := case when charge.late then moment else item.funded_at end;
      verdict := case when charge.late then 'late' else 'settled' end;
      charged := least(charge.cost_n, charge.ceiling_n, charge.hold_n + free_n,
        case when charge.usage_source = 'provider' and not charge.partial
          then null else item.amount_n end);
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
    insert into billing.provider_cost (op_id, attempt, cost_n, uncovered_n, reason, at)
    select c.op_id, c.attempt, c.cost_n, c.cost_n - c.charged_n,
      case when c.late then 'late' else 'overrun' end, moment
    from unnest(charges) c where c.cost_n > c.charged_n;
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
  end if;
  return query select * from unnest(ords, verdicts, chargeds, uncovereds);
end
$$;

create function billing.settle_batch(items jsonb, waits boolean)
returns table (ordinal int, outcome text, charged_n bigint, uncovered_n bigint)
language plpgsql security definer
${PLAIN_PLANS} as $$
#variable_conflict use_column
declare
  rest billing.charge_order[];
  batch billing.charge_order[];
  users uuid[];
  locked uuid[];
  ending uuid[];
begin
  select array_agg(row(t.ord, t.op_id, t.attempt, t.user_id, t.cost_nano, t.ceiling_nano, t.usage,
    t.usage_source, coalesce(t.partial, false), null, null, null, null)::billing.charge_order)
  into rest
  from rows from (jsonb_to_recordset(items) as (
    op_id uuid, attempt int, user_id uuid, cost_nano bigint, ceiling_nano bigint, usage jsonb,
    usage_source text, partial boolean
  )) with ordinality as t(op_id, attempt, user_id, cost_nano, ceiling_nano, usage, usage_source,
    partial, ord);
  users := array(select distinct r.user_id from unnest(rest) r);
  locked := billing.take_wallets(users, waits);
  if cardinality(locked) > 0 then
    return query select r.ord, 'locked', 0::bigint, 0::bigint from unnest(rest) r
    where r.user_id = any (locked);
    rest := (select array_agg(r) from unnest(rest) r where r.user_id <> all (locked));
    users := array(select u from unnest(users) u where u <> all (locked));
  end if;
  ending := (select keeping from billing.expire_grants(users));
  while rest is not null loop
    select array_agg(n.item) filter (where n.turn = 1), array_agg(n.item) filter (where n.turn > 1)
    into batch, rest
    from (
      select r as item, row_number() over (
        partition by case when r.user_id = any (ending) then r.user_id else r.op_id end
        order by r.ord) as turn
      from unnest(rest) r
    ) n;
    return query select * from billing.charge_round(batch);
    if cardinality(ending) > 0 then
      perform billing.expire_grants(ending);
    end if;
  end loop;
end
$$;

create or replace function billing.settle_batch(items jsonb)
returns table (ordinal int, outcome text, charged_n bigint, uncovered_n bigint)
language plpgsql security definer
${PLAIN_PLANS} as $$
begin
  return query select * from billing.settle_batch(items, true);
end
$$;
`;

/** As before, without the wallets that are locked where nobody is to wait for them. */
const RELEASE = `
create function billing.release_batch(items jsonb, waits boolean)
returns table (ordinal int, outcome text)
language plpgsql security definer
${PLAIN_PLANS} as $$
#variable_conflict use_column
declare
  first_op constant uuid := (
    select min(t.op_id)::uuid from jsonb_to_recordset(items) as t(op_id text));
  last_op constant uuid := (
    select max(t.op_id)::uuid from jsonb_to_recordset(items) as t(op_id text));
  locked constant uuid[] := billing.take_wallets(
    array(select distinct t.user_id from jsonb_to_recordset(items) as t(user_id uuid)), waits);
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
    where t.user_id <> all (locked) and not exists (select 1 from billing.reservation r
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

create or replace function billing.release_batch(items jsonb)
returns table (ordinal int, outcome text)
language plpgsql security definer
${PLAIN_PLANS} as $$
begin
  return query select * from billing.release_batch(items, true);
end
$$;
`;

/** What has ended is not there to be revoked. */
const REVOKE = `
create or replace function billing.revoke_grant(which uuid, amount bigint, why text, by_actor text)
returns table (outcome text, revoked_n bigint)
language plpgsql security definer
${PLAIN_PLANS} as $$
#variable_conflict use_column
declare
  moment timestamptz;
  of_user uuid;
  possible_n bigint;
  taken_n bigint;
begin
  select g.user_id into of_user from billing.credit_grant g where g.id = which;
  if of_user is null then
    return query select 'not_found', 0::bigint;
    return;
  end if;
  perform billing.lock_wallets(array[of_user]);
  perform billing.expire_grants(array[of_user]);
  moment := clock_timestamp();
  select least(g.remaining_n, w.available_n) into possible_n
  from billing.credit_grant g join billing.wallet w on w.user_id = g.user_id where g.id = which;
  taken_n := coalesce(amount, possible_n);
  if taken_n > possible_n then
    return query select 'exceeds', 0::bigint;
  elsif taken_n = 0 then
    return query select 'nothing_to_revoke', 0::bigint;
  else
    update billing.credit_grant g
    set remaining_n = g.remaining_n - taken_n, revoked_n = g.revoked_n + taken_n
    where g.id = which;
    insert into billing.entry
      (id, user_id, kind, available_n, issued_n, grant_id, actor, reason, at)
    values (billing.uuid7(moment), of_user, 'revoke', -taken_n, taken_n, which, by_actor, why,
      moment);
    update billing.wallet w
    set available_n = w.available_n - taken_n, revoked_n = w.revoked_n + taken_n
    where w.user_id = of_user;
    return query select 'revoked', taken_n;
  end if;
end
$$;
`;

/**
 * Sweeps and farewells go past wallets that are locked, so that nobody's holds stay open for another's sake; the next sweep finds what
 * they left. Grants that open holds may keep come last, so that they do not take the place of others.
 */
const SWEEPS = `
create or replace function billing.farewell(process_id uuid) returns int
language plpgsql security definer
${PLAIN_PLANS} as $$
declare
  users constant uuid[] := array(
    select distinct r.user_id from billing.reservation r
    where r.owner = process_id and r.state = 'held');
  locked constant uuid[] := billing.take_wallets(users, false);
  holds billing.closing[];
begin
  select array_agg(row(r.op_id, r.attempt, r.user_id, 'farewell')::billing.closing) into holds
  from billing.reservation r
  where r.owner = process_id and r.state = 'held' and r.user_id = any (users)
    and r.user_id <> all (locked);
  delete from billing.process p where p.id = process_id;
  return billing.close_holds(coalesce(holds, '{}'), 'expired');
end
$$;

create or replace function billing.sweep_owners(lease_ms bigint, limit_n int) returns int
language plpgsql security definer
${PLAIN_PLANS} as $$
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

create or replace function billing.sweep_ended_holds(limit_n int) returns int
language plpgsql security definer
${PLAIN_PLANS} as $$
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

create or replace function billing.sweep_ended_grants(limit_n int) returns int
language plpgsql security definer
${PLAIN_PLANS} as $$
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
`;

const ACCESS = `
revoke all on all functions in schema billing from public;
grant execute on function
  billing.reserve_batch(jsonb, boolean), billing.settle_batch(jsonb, boolean),
  billing.release_batch(jsonb, boolean)
  to tollgate_billing;
`;
