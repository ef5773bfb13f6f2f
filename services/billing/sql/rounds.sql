-- Locks the wallets of a batch and takes what is past its end. Gives the items that can be judged,
-- the ordinals of those whose wallets others have locked, and the users of whose ended grants open
-- holds still keep some.
create or replace function billing.open_batch(
  items anyarray,
  waits boolean,
  out free anyarray,
  out locked int[],
  out ending uuid[]
)
language plpgsql
as $$
declare
  users uuid[] := array(select distinct i.user_id from unnest(items) i);
  others constant uuid[] := billing.take_wallets(users, waits);
begin
  free := items;
  if cardinality(others) > 0 then
    locked := array(select i.ord from unnest(items) i where i.user_id = any (others));
    free := (select array_agg(i) from unnest(items) i where i.user_id <> all (others));
    users := array(select u from unnest(users) u where u <> all (others));
  end if;
  ending := (select keeping from billing.expire_grants(users));
end
$$;
revoke all on function billing.open_batch(anyarray,boolean) from public;

-- The next round of a batch, and the items that are left for later rounds. An item is judged by
-- what the ledger has, so a round has one item of each operation, and one item of each user whose
-- grants are ending.
create or replace function billing.deal_round(
  items anyarray,
  ending uuid[],
  out round anyarray,
  out rest anyarray
)
language plpgsql
as $$
begin
  select array_agg(n.item) filter (where n.turn = 1), array_agg(n.item) filter (where n.turn > 1)
  into round, rest
  from (
    select i as item, row_number() over (
      partition by case when i.user_id = any (ending) then i.user_id else i.op_id end
      order by i.ord) as turn
    from unnest(items) i
  ) n;
end
$$;
revoke all on function billing.deal_round(anyarray,uuid[]) from public;
