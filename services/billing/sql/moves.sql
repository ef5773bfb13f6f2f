-- Moves a batch of several kinds in one transaction, each item judged by itself. Charges and
-- releases come first: a hold of the same batch may need that credit. Kinds without items are null.
-- A row of ordinal 0 means all items of its movement.
create or replace function billing.move_holds(
  charge_op_ids uuid[],
  charge_attempts int[],
  charge_user_ids uuid[],
  costs bigint[],
  ceilings bigint[],
  usages jsonb[],
  usage_sources text[],
  partials boolean[],
  releases jsonb,
  hold_op_ids uuid[],
  hold_attempts int[],
  hold_user_ids uuid[],
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
returns table(movement text, ordinal integer, outcome text, first_n bigint, second_n bigint)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if charge_op_ids is not null then
    return query select 'settle', s.ordinal, s.outcome, s.charged_n, s.uncovered_n
      from billing.settle_holds(charge_op_ids, charge_attempts, charge_user_ids, costs, ceilings,
        usages, usage_sources, partials, waits) s;
  end if;
  if releases is not null then
    return query select 'release', r.ordinal, r.outcome, null::bigint, null::bigint
      from billing.release_batch(releases, waits) r;
  end if;
  if hold_op_ids is not null then
    return query select 'reserve', r.ordinal, r.outcome, r.required_n, r.available_n
      from billing.reserve_holds(hold_op_ids, hold_attempts, hold_user_ids, api_key_ids, amounts,
        ttls, owners, price_version_ids, uplifts, estimates, supersedes, waits) r;
  end if;
end
$$;
revoke all on function billing.move_holds(uuid[],int[],uuid[],bigint[],bigint[],jsonb[],text[],boolean[],jsonb,uuid[],int[],uuid[],uuid[],bigint[],bigint[],uuid[],uuid[],int[],jsonb[],int[],boolean) from public;
grant execute on function billing.move_holds(uuid[],int[],uuid[],bigint[],bigint[],jsonb[],text[],boolean[],jsonb,uuid[],int[],uuid[],uuid[],bigint[],bigint[],uuid[],uuid[],int[],jsonb[],int[],boolean) to tollgate_billing;

-- Moves batches for processes of the version before, which send items as JSON.
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
