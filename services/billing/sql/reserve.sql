-- Creates holds, each item judged by itself. A row of ordinal 0 means all items: each is held. An
-- operation that is too old, or of a year that has left the ledger, is refused before any lock.
create or replace function billing.reserve_holds(
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
  supersedes int[],
  waits boolean
)
returns table(ordinal integer, outcome text, required_n bigint, available_n bigint)
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
  oldest constant uuid := billing.oldest_op();
  are_young boolean := op_ids[1] >= oldest;
begin
  if cardinality(op_ids) > 1 then
    are_young := not exists (select from unnest(op_ids) o where o < oldest);
  end if;
  if are_young and billing.place_straight(op_ids, attempts, user_ids, api_key_ids, amounts, ttls,
    owners, price_version_ids, uplifts, estimates, waits)
  then
    return query values (0, 'held', null::bigint, null::bigint);
    return;
  end if;
  if not are_young then
    return query select o.ord::int,
      case when o.op_id < billing.left_before() then 'left' else 'too_late' end, 0::bigint, 0::bigint
      from unnest(op_ids) with ordinality o(op_id, ord) where o.op_id < oldest;
  end if;
  return query select * from billing.reserve_in_rounds(array(
    select row(t.ord, t.op_id, t.attempt, t.user_id, t.api_key_id, t.amount_n, t.ttl_ms,
      t.owner, t.price_version_id, t.uplift_bp, t.estimate, t.supersedes, null)::billing.hold_order
    from unnest(op_ids, attempts, user_ids, api_key_ids, amounts, ttls, owners,
      price_version_ids, uplifts, estimates, supersedes) with ordinality
      as t(op_id, attempt, user_id, api_key_id, amount_n, ttl_ms, owner, price_version_id,
        uplift_bp, estimate, supersedes, ord)
    where t.op_id >= oldest), waits);
end
$$;
revoke all on function billing.reserve_holds(uuid[],int[],uuid[],uuid[],bigint[],bigint[],uuid[],uuid[],int[],jsonb[],int[],boolean) from public;
grant execute on function billing.reserve_holds(uuid[],int[],uuid[],uuid[],bigint[],bigint[],uuid[],uuid[],int[],jsonb[],int[],boolean) to tollgate_billing;

-- Creates holds for processes of the version before, which send items as JSON.
create or replace function billing.reserve_batch(items jsonb, waits boolean)
returns table(ordinal integer, outcome text, required_n bigint, available_n bigint)
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
  return query select * from billing.reserve_in_rounds(array(
    select row(t.ord, t.op_id, t.attempt, t.user_id, t.api_key_id, t.amount_nano, t.ttl_ms,
      t.owner, t.price_version_id, t.uplift_bp, t.estimate, t.supersedes, null)::billing.hold_order
    from rows from (jsonb_to_recordset(items) as (
      op_id uuid, attempt int, user_id uuid, api_key_id uuid, amount_nano bigint, ttl_ms bigint,
      owner uuid, price_version_id uuid, uplift_bp int, estimate jsonb, supersedes int
    )) with ordinality as t(op_id, attempt, user_id, api_key_id, amount_nano, ttl_ms, owner,
      price_version_id, uplift_bp, estimate, supersedes, ord)), waits);
end
$$;
revoke all on function billing.reserve_batch(jsonb,boolean) from public;
grant execute on function billing.reserve_batch(jsonb,boolean) to tollgate_billing;

-- The general path of a batch: items of one operation follow each other in rounds.
create or replace function billing.reserve_in_rounds(items billing.hold_order[], waits boolean)
returns table(ordinal integer, outcome text, required_n bigint, available_n bigint)
language plpgsql
as $$
#variable_conflict use_column
declare
  opened constant record := billing.open_batch(items, waits);
  rest billing.hold_order[] := opened.free;
  dealt record;
begin
  if cardinality(opened.locked) > 0 then
    return query select l, 'locked', 0::bigint, 0::bigint from unnest(opened.locked) l;
  end if;
  while rest is not null loop
    dealt := billing.deal_round(rest, opened.ending);
    return query select * from billing.place_round(dealt.round);
    rest := dealt.rest;
    if cardinality(opened.ending) > 0 then
      perform billing.expire_grants(opened.ending);
    end if;
  end loop;
end
$$;
revoke all on function billing.reserve_in_rounds(billing.hold_order[],boolean) from public;

-- Creates the holds of one round of a batch: at most one of each operation, all wallets locked.
-- This function decides a 402.
create or replace function billing.place_round(batch billing.hold_order[])
returns table(ordinal integer, outcome text, required_n bigint, available_n bigint)
language plpgsql
as $$
#variable_conflict use_column
declare
  moment constant timestamptz := clock_timestamp();
  first_op constant uuid := (select min(b.op_id::text)::uuid from unnest(batch) b);
  last_op constant uuid := (select max(b.op_id::text)::uuid from unnest(batch) b);
  oldest constant uuid := billing.oldest_op();
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
    elsif hold.op_id < oldest then
      verdict := 'too_late';
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
    perform billing.book_holds(placed, moment);
  end if;
  return query select * from unnest(ords, verdicts, requireds, availables);
end
$$;
revoke all on function billing.place_round(billing.hold_order[]) from public;

-- Writes holds that were found to fit: reservation, entry and wallet.
create or replace function billing.book_holds(placed billing.hold_order[], moment timestamp with time zone)
returns void
language plpgsql
as $$
declare
  inserted int;
begin
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
end
$$;
revoke all on function billing.book_holds(billing.hold_order[],timestamp with time zone) from public;
