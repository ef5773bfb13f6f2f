-- Moves a batch of several kinds in one transaction, each item judged by itself. What is charged and given back comes
-- first: a hold of the same batch may need that credit. Kinds without items are null.
create or replace function billing.move_batch(
  settles jsonb,
  releases jsonb,
  reserves jsonb,
  waits boolean
)
returns table(movement text, ordinal integer, outcome text, first_n bigint, second_n bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
#variable_conflict use_column
begin
  if settles is not null then
    return query select 'settle', s.ordinal, s.outcome, s.charged_n, s.uncovered_n
      from billing.settle_batch(settles, waits) s;
  end if;
  if releases is not null then
    return query select 'release', r.ordinal, r.outcome, null::bigint, null::bigint
      from billing.release_batch(releases, waits) r;
  end if;
  if reserves is not null then
    return query select 'reserve', r.ordinal, r.outcome, r.required_n, r.available_n
      from billing.reserve_batch(reserves, waits) r;
  end if;
end
$$;
revoke all on function billing.move_batch(jsonb,jsonb,jsonb,boolean) from public;
grant execute on function billing.move_batch(jsonb,jsonb,jsonb,boolean) to tollgate_billing;
