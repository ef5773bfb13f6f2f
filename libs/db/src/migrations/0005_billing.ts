import type { Knex } from 'knex';

/**
 * The ledger. Tables are read by billing's role and written by nobody: every write is one of the functions below, which
 * run as the owner of the schema. Each takes a whole batch and gives one verdict for each item.
 *
 * The order of locks is the same everywhere, so that no two batches can wait for each other: the wallets by user id first,
 * then everything that belongs to them. A statement of a volatile function sees what was committed before the statement
 * began, so all that follows the wallet locks reads what no one else can change any more.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(WALLETS);
  await trx.raw(HOLDS);
  await trx.raw(BOOK);
  await trx.raw(GUARDS);
  await trx.raw(CLOSE_HOLDS);
  await trx.raw(RESERVE);
  await trx.raw(SETTLE);
  await trx.raw(RELEASE);
  await trx.raw(GRANTS);
  await trx.raw(PROCESSES);
  await trx.raw(SWEEPS);
  await trx.raw(ACCESS);
}

/**
 * How the functions plan: always by index, with plans made once. A plan made while the partition of the day was still empty
 * would read it from end to end, and go on doing so while it fills. Waiting for a lock ends soon; the caller tries again.
 */
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
 * Ids of the book are UUIDv7 with microseconds in the bits after the milliseconds: entries of one wallet sort as they were
 * made.
 */
const WALLETS = `
create schema billing;

create function billing.uuid7(moment timestamptz) returns uuid
language sql volatile as $$
  select encode(
    substring(int8send((extract(epoch from moment) * 1000000)::bigint / 1000) from 3)
    || int2send((28672
         + ((extract(epoch from moment) * 1000000)::bigint % 1000) * 4096 / 1000)::smallint)
    || substring(uuid_send(gen_random_uuid()) from 9), 'hex')::uuid
$$;

create table billing.wallet (
  user_id uuid primary key,
  granted_n bigint not null default 0 check (granted_n >= 0),
  available_n bigint not null default 0 check (available_n >= 0),
  reserved_n bigint not null default 0 check (reserved_n >= 0),
  consumed_n bigint not null default 0 check (consumed_n >= 0),
  revoked_n bigint not null default 0 check (revoked_n >= 0),
  expired_n bigint not null default 0 check (expired_n >= 0),
  constraint wallet_adds_up check
    (granted_n = available_n + reserved_n + consumed_n + revoked_n + expired_n)
) with (fillfactor = 50);

create table billing.credit_grant (
  id uuid primary key,
  user_id uuid not null references billing.wallet,
  amount_n bigint not null check (amount_n > 0),
  remaining_n bigint not null check (remaining_n >= 0),
  consumed_n bigint not null default 0 check (consumed_n >= 0),
  revoked_n bigint not null default 0 check (revoked_n >= 0),
  expired_n bigint not null default 0 check (expired_n >= 0),
  expires_at timestamptz,
  reason text,
  created_by text not null,
  created_at timestamptz not null,
  idempotency_scope text,
  idempotency_key text,
  body_sha bytea not null,
  unique (idempotency_scope, idempotency_key),
  constraint credit_grant_adds_up check
    (amount_n = remaining_n + consumed_n + revoked_n + expired_n)
) with (fillfactor = 70);
create index credit_grant_drawable on billing.credit_grant (user_id, expires_at, created_at, id)
  where remaining_n > 0;
create index credit_grant_expiry on billing.credit_grant (expires_at) where remaining_n > 0;
create index credit_grant_listing on billing.credit_grant (user_id, id);
`;

/**
 * Partitioned by the operation's id, so that uniqueness over an operation is uniqueness over the whole table. A hold that
 * billing itself has closed (its owner was gone or its end had passed) is `expired` and may be charged late, once; one that
 * its caller gave back is `released` and may not.
 */
const HOLDS = `
create table billing.reservation (
  op_id uuid not null,
  attempt int not null check (attempt > 0),
  user_id uuid not null,
  api_key_id uuid not null,
  amount_n bigint not null check (amount_n >= 0),
  state text not null default 'held' check (state in ('held', 'settled', 'released', 'expired')),
  charged_n bigint check (charged_n between 0 and amount_n),
  late boolean not null default false,
  late_charged_n bigint check (late_charged_n between 0 and amount_n),
  cost_n bigint check (cost_n >= 0),
  uncovered_n bigint check (uncovered_n >= 0),
  price_version_id uuid not null,
  uplift_bp int not null check (uplift_bp between 0 and 1000000),
  estimate jsonb not null,
  usage jsonb,
  usage_source text check (usage_source in ('provider', 'counted', 'estimated')),
  partial boolean not null default false,
  owner uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  close_reason text,
  primary key (op_id, attempt),
  constraint closed_has_time check ((state = 'held') = (closed_at is null)),
  constraint settled_has_charge check ((state = 'settled') = (charged_n is not null)),
  constraint late_has_charge check (late = (late_charged_n is not null)),
  constraint late_was_expired check (not late or state = 'expired'),
  constraint cost_is_shared check
    (cost_n is not distinct from coalesce(charged_n, late_charged_n) + uncovered_n),
  constraint priced_has_usage check
    ((cost_n is null) = (usage is null) and (cost_n is null) = (usage_source is null))
) partition by range (op_id);
create unique index reservation_one_open_hold on billing.reservation (op_id) where state = 'held';
create unique index reservation_one_charge on billing.reservation (op_id)
  where charged_n > 0 or late_charged_n > 0;
create index reservation_open on billing.reservation (owner, expires_at) where state = 'held';
select maintenance.register_partitioned('billing.reservation', 'uuid7');

create table billing.forgone (
  op_id uuid not null,
  attempt int not null,
  at timestamptz not null,
  primary key (op_id, attempt)
);
comment on table billing.forgone is
  'Holds given back before they were placed: a reservation that arrives later is refused.';

create table billing.process (
  id uuid primary key,
  service text not null,
  seen_at timestamptz not null
) with (fillfactor = 50);
`;

/** One row is one movement; the four accounts of a row cancel out, so no row can create or lose money. */
const BOOK = `
create table billing.entry (
  id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('grant', 'revoke', 'expire_grant', 'reserve', 'settle',
    'settle_late', 'release', 'expire_hold')),
  available_n bigint not null default 0,
  reserved_n bigint not null default 0,
  consumed_n bigint not null default 0,
  issued_n bigint not null default 0,
  grant_id uuid,
  op_id uuid,
  attempt int,
  actor text,
  reason text,
  at timestamptz not null,
  primary key (id, at),
  constraint entry_adds_up check (available_n + reserved_n + consumed_n + issued_n = 0),
  constraint entry_names_its_cause check ((grant_id is null) = (op_id is not null)),
  constraint entry_fits_its_kind check (case kind
    when 'grant' then available_n > 0 and issued_n = -available_n
    when 'revoke' then available_n < 0 and issued_n = -available_n
    when 'expire_grant' then available_n < 0 and issued_n = -available_n
    when 'reserve' then reserved_n >= 0 and available_n = -reserved_n
    when 'settle' then consumed_n >= 0 and available_n >= 0 and issued_n = 0
    when 'settle_late' then consumed_n >= 0 and available_n = -consumed_n
    else reserved_n <= 0 and available_n = -reserved_n
  end)
) partition by range (at);
create index entry_listing on billing.entry (user_id, id);
select maintenance.register_partitioned('billing.entry', 'time');

create table billing.provider_cost (
  op_id uuid not null,
  attempt int not null,
  cost_n bigint not null check (cost_n >= 0),
  uncovered_n bigint not null check (uncovered_n > 0 and uncovered_n <= cost_n),
  reason text not null check (reason in ('overrun', 'late')),
  at timestamptz not null,
  primary key (op_id, attempt)
);
comment on table billing.provider_cost is
  'What usage was worth beyond what the user was charged: the platform bears it.';
`;

/** What is written stays written, for the owner of the schema as well. */
const GUARDS = `
create function billing.refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception using errcode = '42501',
    message = format('%s on %I.%I is not allowed', tg_op, tg_table_schema, tg_table_name);
end
$$;
create trigger entry_append_only before update or delete on billing.entry
  for each row execute function billing.refuse_change();
create trigger entry_never_emptied before truncate on billing.entry
  for each statement execute function billing.refuse_change();
create trigger provider_cost_append_only before update or delete on billing.provider_cost
  for each row execute function billing.refuse_change();
create trigger reservation_kept before delete on billing.reservation
  for each row execute function billing.refuse_change();
create trigger reservation_never_emptied before truncate on billing.reservation
  for each statement execute function billing.refuse_change();

create function billing.refuse_reopening() returns trigger
language plpgsql as $$
begin
  if old.state = 'expired' and new.state = 'expired' and not old.late and new.late
    and (new.closed_at, new.close_reason, new.expires_at, new.owner)
      is not distinct from (old.closed_at, old.close_reason, old.expires_at, old.owner)
  then
    return new;
  end if;
  raise exception using errcode = '42501', message = 'a closed hold is not changed any more';
end
$$;
create trigger reservation_closes_once before update on billing.reservation
  for each row when (old.state <> 'held') execute function billing.refuse_reopening();
create trigger reservation_terms_fixed before update on billing.reservation
  for each row when (
    new.op_id <> old.op_id or new.attempt <> old.attempt or new.user_id <> old.user_id
    or new.api_key_id <> old.api_key_id or new.amount_n <> old.amount_n
    or new.price_version_id <> old.price_version_id or new.uplift_bp <> old.uplift_bp
    or new.estimate <> old.estimate or new.created_at <> old.created_at
  ) execute function billing.refuse_change();
`;

/**
 * Giving holds back is what a release, a newer attempt, a farewell and the sweeps have in common.
 *
 * A wallet that does not exist yet is made before it is locked: what can not be locked could come into being between the
 * lock and the reading. New rows are made in the order of ids as well, and before any lock is waited for.
 *
 * `first_op` and `last_op`, here and below, say nothing new about the rows: they let PostgreSQL leave out the partitions of
 * all other days before it starts, however many years there are.
 */
const CLOSE_HOLDS = `
create type billing.closing as (op_id uuid, attempt int, user_id uuid, reason text);

create function billing.close_holds(holds billing.closing[], closed_state text) returns int
language plpgsql as $$
declare
  moment constant timestamptz := clock_timestamp();
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

create function billing.lock_wallets(users uuid[]) returns void
language plpgsql as $$
begin
  insert into billing.wallet (user_id)
  select distinct u.user_id from unnest(users) u(user_id)
  where not exists (select 1 from billing.wallet w where w.user_id = u.user_id)
  order by u.user_id
  on conflict do nothing;
  perform 1 from billing.wallet w where w.user_id = any (users) order by w.user_id for update;
end
$$;
`;

/**
 * An operation that stands twice in a batch is judged in a later round, after everything that stands in the batch once.
 * Within a round, items of one wallet are judged in the order of the batch: one that does not fit changes nothing for those
 * behind it.
 */
const RESERVE = `
create type billing.hold_item as (
  ord int, op_id uuid, attempt int, user_id uuid, api_key_id uuid, amount_n bigint, ttl_ms bigint,
  owner uuid, price_version_id uuid, uplift_bp int, estimate jsonb, supersedes int
);

create function billing.reserve_round(batch billing.hold_item[])
returns table (ordinal int, outcome text, required_n bigint, available_n bigint)
language plpgsql as $$
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

create function billing.reserve_batch(items jsonb)
returns table (ordinal int, outcome text, required_n bigint, available_n bigint)
language plpgsql security definer
${PLAIN_PLANS} as $$
#variable_conflict use_column
declare
  rest billing.hold_item[];
  batch billing.hold_item[];
begin
  select array_agg(row(t.ord, t.op_id, t.attempt, t.user_id, t.api_key_id, t.amount_nano, t.ttl_ms,
    t.owner, t.price_version_id, t.uplift_bp, t.estimate, t.supersedes)::billing.hold_item)
  into rest
  from rows from (jsonb_to_recordset(items) as (
    op_id uuid, attempt int, user_id uuid, api_key_id uuid, amount_nano bigint, ttl_ms bigint,
    owner uuid, price_version_id uuid, uplift_bp int, estimate jsonb, supersedes int
  )) with ordinality as t(op_id, attempt, user_id, api_key_id, amount_nano, ttl_ms, owner,
    price_version_id, uplift_bp, estimate, supersedes, ord);
  perform billing.lock_wallets(array(select r.user_id from unnest(rest) r));
  while rest is not null loop
    select array_agg(n.item) filter (where n.turn = 1), array_agg(n.item) filter (where n.turn > 1)
    into batch, rest
    from (
      select r as item, row_number() over (partition by r.op_id order by r.ord) as turn
      from unnest(rest) r
    ) n;
    return query select * from billing.reserve_round(batch);
  end loop;
end
$$;
`;

/**
 * The charge is the cost or the hold, whichever is less. Grants are drawn soonest expiry first, then oldest, for all charges
 * of a wallet together.
 */
const SETTLE = `
create type billing.settle_item as (
  ord int, op_id uuid, attempt int, user_id uuid, cost_n bigint, usage jsonb, usage_source text,
  partial boolean, charged_n bigint, hold_n bigint, late boolean
);

create function billing.draw_grants(charges billing.settle_item[]) returns void
language plpgsql as $$
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

create function billing.settle_round(batch billing.settle_item[])
returns table (ordinal int, outcome text, charged_n bigint, uncovered_n bigint)
language plpgsql as $$
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

create function billing.settle_batch(items jsonb)
returns table (ordinal int, outcome text, charged_n bigint, uncovered_n bigint)
language plpgsql security definer
${PLAIN_PLANS} as $$
#variable_conflict use_column
declare
  rest billing.settle_item[];
  batch billing.settle_item[];
begin
  select array_agg(row(t.ord, t.op_id, t.attempt, t.user_id, t.cost_nano, t.usage, t.usage_source,
    coalesce(t.partial, false), null, null, null)::billing.settle_item)
  into rest
  from rows from (jsonb_to_recordset(items) as (
    op_id uuid, attempt int, user_id uuid, cost_nano bigint, usage jsonb, usage_source text,
    partial boolean
  )) with ordinality as t(op_id, attempt, user_id, cost_nano, usage, usage_source, partial, ord);
  perform billing.lock_wallets(array(select r.user_id from unnest(rest) r));
  while rest is not null loop
    select array_agg(n.item) filter (where n.turn = 1), array_agg(n.item) filter (where n.turn > 1)
    into batch, rest
    from (
      select r as item, row_number() over (partition by r.op_id order by r.ord) as turn
      from unnest(rest) r
    ) n;
    return query select * from billing.settle_round(batch);
  end loop;
end
$$;
`;

/** Giving back what is not there leaves a mark, so that a reservation still on its way can not be placed any more. */
const RELEASE = `
create function billing.release_batch(items jsonb)
returns table (ordinal int, outcome text)
language plpgsql security definer
${PLAIN_PLANS} as $$
#variable_conflict use_column
declare
  first_op constant uuid := (
    select min(t.op_id)::uuid from jsonb_to_recordset(items) as t(op_id text));
  last_op constant uuid := (
    select max(t.op_id)::uuid from jsonb_to_recordset(items) as t(op_id text));
  item record;
  ords int[] := '{}';
  verdicts text[] := '{}';
  closings billing.closing[] := '{}';
begin
  perform billing.lock_wallets(
    array(select t.user_id from jsonb_to_recordset(items) as t(user_id uuid)));
  for item in
    select t.*, r.state, coalesce(r.late, false) as late,
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
      when item.state is null then 'unknown'
      when item.state = 'settled' or item.late then 'conflict'
      when item.state = 'held' and item.turn = 1 then 'released'
      else 'repeated'
    end);
    if item.state = 'held' and item.turn = 1 then
      closings := array_append(closings,
        row(item.op_id, item.attempt, item.user_id, item.reason)::billing.closing);
    end if;
  end loop;
  if 'unknown' = any (verdicts) then
    insert into billing.forgone (op_id, attempt, at)
    select t.op_id, t.attempt, clock_timestamp()
    from jsonb_to_recordset(items) as t(op_id uuid, attempt int, user_id uuid)
    where not exists (select 1 from billing.reservation r
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
`;

/** Grants go to the wallet whole; revoking takes only what is neither spent nor held. */
const GRANTS = `
create function billing.create_grant(
  to_user uuid, amount bigint, why text, ends_at timestamptz, by_actor text, once_key text)
returns table (outcome text, grant_id uuid)
language plpgsql security definer
${PLAIN_PLANS} as $$
#variable_conflict use_column
declare
  moment timestamptz;
  fresh_id uuid;
  sha bytea := sha256(convert_to(
    jsonb_build_array(to_user, amount, why, extract(epoch from ends_at))::text, 'UTF8'));
  known record;
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
    select g.id, g.body_sha = sha as same into known from billing.credit_grant g
    where g.idempotency_scope = by_actor and g.idempotency_key = once_key;
    if known.same then
      return query select 'repeated', known.id;
    else
      return query select 'conflict', cast(null as uuid);
    end if;
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

create function billing.revoke_grant(which uuid, amount bigint, why text, by_actor text)
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

/** Processes say that they live; one that leaves gives its holds back at once. */
const PROCESSES = `
create function billing.heartbeat(process_id uuid, of_service text) returns void
language plpgsql security definer
${PLAIN_PLANS} as $$
begin
  insert into billing.process (id, service, seen_at)
  values (process_id, of_service, clock_timestamp())
  on conflict (id) do update set seen_at = excluded.seen_at;
end
$$;

create function billing.farewell(process_id uuid) returns int
language plpgsql security definer
${PLAIN_PLANS} as $$
declare
  users constant uuid[] := array(
    select distinct r.user_id from billing.reservation r
    where r.owner = process_id and r.state = 'held');
  holds billing.closing[];
begin
  perform billing.lock_wallets(users);
  select array_agg(row(r.op_id, r.attempt, r.user_id, 'farewell')::billing.closing) into holds
  from billing.reservation r
  where r.owner = process_id and r.state = 'held' and r.user_id = any (users);
  delete from billing.process p where p.id = process_id;
  return billing.close_holds(coalesce(holds, '{}'), 'expired');
end
$$;
`;

/**
 * One sweeper at a time; the others find the lock taken and report nothing. What a sweep saw before it had the wallets is
 * looked up again once it has them. \`limit_n\` bounds one transaction: the caller comes again while anything is found.
 */
const SWEEPS = `
create function billing.sweep_owners(lease_ms bigint, limit_n int) returns int
language plpgsql security definer
${PLAIN_PLANS} as $$
declare
  cutoff constant timestamptz := clock_timestamp() - lease_ms * interval '1 millisecond';
  users uuid[];
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
  perform billing.lock_wallets(users);
  select array_agg(lost) into holds from (
    select row(r.op_id, r.attempt, r.user_id, 'owner_lost')::billing.closing as lost
    from billing.reservation r
    left join billing.process p on p.id = r.owner
    where r.state = 'held' and r.owner is not null and r.created_at < cutoff
      and (p.seen_at is null or p.seen_at < cutoff) and r.user_id = any (users)
    limit limit_n
  ) found;
  return billing.close_holds(coalesce(holds, '{}'), 'expired');
end
$$;

create function billing.sweep_ended_holds(limit_n int) returns int
language plpgsql security definer
${PLAIN_PLANS} as $$
declare
  moment constant timestamptz := clock_timestamp();
  users uuid[];
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
  perform billing.lock_wallets(users);
  select array_agg(ended) into holds from (
    select row(r.op_id, r.attempt, r.user_id, 'past_end')::billing.closing as ended
    from billing.reservation r
    where r.state = 'held' and r.expires_at <= moment and r.user_id = any (users)
    limit limit_n
  ) found;
  return billing.close_holds(coalesce(holds, '{}'), 'expired');
end
$$;

create function billing.sweep_ended_grants(limit_n int) returns int
language plpgsql security definer
${PLAIN_PLANS} as $$
declare
  moment constant timestamptz := clock_timestamp();
  found_ids uuid[];
  item record;
  taken_n bigint;
  swept int := 0;
begin
  if not pg_try_advisory_xact_lock(7215003347) then
    return 0;
  end if;
  select array_agg(id) into found_ids from (
    select g.id from billing.credit_grant g join billing.wallet w on w.user_id = g.user_id
    where g.remaining_n > 0 and g.expires_at <= moment and w.available_n > 0
    limit limit_n
  ) found;
  perform billing.lock_wallets(array(
    select g.user_id from billing.credit_grant g where g.id = any (found_ids)));
  for item in
    select g.id, g.user_id from billing.credit_grant g
    where g.id = any (found_ids) order by g.user_id, g.expires_at, g.created_at, g.id
  loop
    select least(g.remaining_n, w.available_n) into taken_n
    from billing.credit_grant g join billing.wallet w on w.user_id = g.user_id
    where g.id = item.id;
    continue when taken_n = 0;
    update billing.credit_grant g
    set remaining_n = g.remaining_n - taken_n, expired_n = g.expired_n + taken_n
    where g.id = item.id;
    insert into billing.entry (id, user_id, kind, available_n, issued_n, grant_id, at)
    values (billing.uuid7(clock_timestamp()), item.user_id, 'expire_grant', -taken_n, taken_n,
      item.id, moment);
    update billing.wallet w
    set available_n = w.available_n - taken_n, expired_n = w.expired_n + taken_n
    where w.user_id = item.user_id;
    swept := swept + 1;
  end loop;
  return swept;
end
$$;

create function billing.forget_old(days int) returns int
language plpgsql security definer
${PLAIN_PLANS} as $$
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
`;

/** Nobody but billing comes near, and billing itself may only read and call. */
const ACCESS = `
revoke all on all functions in schema billing from public;
grant usage on schema billing to tollgate_billing;
grant select on all tables in schema billing to tollgate_billing;
grant execute on function
  billing.reserve_batch(jsonb), billing.settle_batch(jsonb), billing.release_batch(jsonb),
  billing.create_grant(uuid, bigint, text, timestamptz, text, text),
  billing.revoke_grant(uuid, bigint, text, text),
  billing.heartbeat(uuid, text), billing.farewell(uuid),
  billing.sweep_owners(bigint, int), billing.sweep_ended_holds(int),
  billing.sweep_ended_grants(int), billing.forget_old(int)
  to tollgate_billing;
`;
