-- Without a hold nothing was sent, so there is nothing to lose. Losses of operations that are too
-- old are refused: the year of one may be about to leave the ledger.
create or replace function billing.book_losses(items jsonb)
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
  oldest constant uuid := billing.oldest_op();
begin
  return query
  with given as materialized (
    select t.op_id, t.attempt, t.n, t.reason, t.cost_nano, t.is_known, t.ord,
      row_number() over (partition by t.op_id, t.attempt, t.n order by t.ord) as turn,
      t.op_id < oldest as is_late, t.op_id >= oldest and exists (select 1 from billing.reservation r
        where r.op_id = t.op_id and r.attempt = t.attempt) as was_held
    from rows from (jsonb_to_recordset(items) as (
      op_id uuid, attempt int, n int, reason text, cost_nano bigint, is_known boolean
    )) with ordinality as t(op_id, attempt, n, reason, cost_nano, is_known, ord)
  ), booked as (
    insert into billing.provider_cost
      (op_id, attempt, n, cost_n, uncovered_n, reason, is_known, at)
    select g.op_id, g.attempt, g.n, g.cost_nano, g.cost_nano, g.reason, g.is_known,
      clock_timestamp()
    from given g where g.was_held and g.turn = 1
    on conflict (op_id, attempt, n) do nothing
    returning op_id, attempt, n
  )
  select g.ord::int, case when g.is_late and g.op_id < billing.left_before() then 'left'
    when g.is_late then 'too_late' when not g.was_held then 'unknown'
    when b.op_id is null or g.turn > 1 then 'repeated' else 'booked' end
  from given g left join booked b
    on b.op_id = g.op_id and b.attempt = g.attempt and b.n = g.n
  order by g.ord;
end
$$;
revoke all on function billing.book_losses(jsonb) from public;
grant execute on function billing.book_losses(jsonb) to tollgate_billing;

-- What calls of owners have cost us since a moment, and what their overruns took beyond their
-- holds; the most expensive first.
create or replace function billing.overuse_by_owner(since timestamp with time zone, most integer)
returns table(user_id uuid, known_n numeric, at_most_n numeric, losses bigint, covered_n numeric, covered bigint, last_at timestamp with time zone)
language sql stable
set search_path = pg_catalog, pg_temp
as $$
select coalesce(p.user_id, r.user_id), coalesce(sum(p.uncovered_n) filter (where p.is_known), 0),
  coalesce(sum(p.uncovered_n) filter (where not p.is_known), 0),
  count(*) filter (where p.uncovered_n > 0), sum(p.covered_n),
  count(*) filter (where p.covered_n > 0), max(p.at)
from billing.provider_cost p
left join billing.reservation r
  on p.user_id is null and r.op_id = p.op_id and r.attempt = p.attempt
where p.at >= since and coalesce(p.user_id, r.user_id) is not null
group by 1 order by sum(p.uncovered_n) desc, sum(p.covered_n) desc, 1 limit most
$$;
revoke all on function billing.overuse_by_owner(timestamp with time zone,integer) from public;
grant execute on function billing.overuse_by_owner(timestamp with time zone,integer) to tollgate_billing;

-- Whatever records a loss, the hold names the owner of the call. Rows from before are looked up
-- when they are read.
create or replace function billing.name_owner_of_loss()
returns trigger
language plpgsql
set search_path = pg_catalog, pg_temp
as $$
begin
  select r.user_id into new.user_id from billing.reservation r
  where r.op_id = new.op_id and r.attempt = new.attempt;
  return new;
end
$$;
revoke all on function billing.name_owner_of_loss() from public;
