-- Takes charges from the grants of their wallets: those that end first give first. A charge reads
-- the grants that it draws on and no others, however many the wallet has, because all of it happens
-- under the lock of the wallet. Nearly every charge fits into the first grant, so one statement
-- draws these charges for a whole batch.
create or replace function billing.draw_grants(charges billing.charge_order[])
returns void
language plpgsql
as $$
declare
  wide record;
begin
  for wide in
    with due as materialized (
      select c.user_id, sum(c.charged_n)::bigint as amount_n, min(c.funded_at) as funded_at
      from unnest(charges) c
      group by c.user_id having sum(c.charged_n) > 0
    ), fitting as (
      select d.user_id, d.amount_n, first_grant.id
      from due d cross join lateral (
        select g.id, g.remaining_n, g.expires_at from (
          (select living.id, living.remaining_n, living.expires_at
            from billing.credit_grant living
            where living.user_id = d.user_id and living.remaining_n > 0
              and living.expires_at > d.funded_at
            order by living.expires_at, living.created_at, living.id limit 1)
          union all
          (select endless.id, endless.remaining_n, endless.expires_at
            from billing.credit_grant endless
            where endless.user_id = d.user_id and endless.remaining_n > 0
              and endless.expires_at is null
            order by endless.expires_at, endless.created_at, endless.id limit 1)
        ) g
        order by g.expires_at nulls last limit 1
      ) first_grant
      where first_grant.remaining_n >= d.amount_n
    ), drawn as (
      update billing.credit_grant g
      set remaining_n = g.remaining_n - f.amount_n, consumed_n = g.consumed_n + f.amount_n
      from fitting f where g.id = f.id
      returning g.user_id
    )
    select d.user_id, d.amount_n, d.funded_at from due d
    where not exists (select from drawn w where w.user_id = d.user_id)
    order by d.user_id
  loop
    perform billing.draw_many_grants(wide.user_id, wide.amount_n, wide.funded_at);
  end loop;
end
$$;
revoke all on function billing.draw_grants(billing.charge_order[]) from public;

-- Takes an amount from several grants of one wallet, in the order in which they end. Grants that
-- had ended when the charge was funded give last. Each cursor names the whole order of the index of
-- drawable grants, so that it follows the index and stops where the amount is reached.
create or replace function billing.draw_many_grants(
  of_user uuid,
  amount_n bigint,
  funded_at timestamp with time zone
)
returns void
language plpgsql
as $$
declare
  living cursor for
    select g.id, g.remaining_n from billing.credit_grant g
    where g.user_id = of_user and g.remaining_n > 0
      and g.expires_at > draw_many_grants.funded_at
    order by g.expires_at, g.created_at, g.id;
  endless cursor for
    select g.id, g.remaining_n from billing.credit_grant g
    where g.user_id = of_user and g.remaining_n > 0 and g.expires_at is null
    order by g.expires_at, g.created_at, g.id;
  ended cursor for
    select g.id, g.remaining_n from billing.credit_grant g
    where g.user_id = of_user and g.remaining_n > 0
      and g.expires_at <= draw_many_grants.funded_at
    order by g.expires_at, g.created_at, g.id;
  source refcursor;
  one record;
  left_n bigint := amount_n;
  ids uuid[] := '{}';
  amounts bigint[] := '{}';
begin
  open living;
  open endless;
  open ended;
  foreach source in array array[living, endless, ended] loop
    while left_n > 0 loop
      fetch source into one;
      exit when not found;
      ids := array_append(ids, one.id);
      amounts := array_append(amounts, least(one.remaining_n, left_n));
      left_n := left_n - least(one.remaining_n, left_n);
    end loop;
    close source;
  end loop;
  if left_n > 0 then
    raise exception using errcode = 'XX001', message = 'the grants do not cover what is charged';
  end if;
  update billing.credit_grant g
  set remaining_n = g.remaining_n - t.amount_n, consumed_n = g.consumed_n + t.amount_n
  from unnest(ids, amounts) as t(id, amount_n) where g.id = t.id;
end
$$;
revoke all on function billing.draw_many_grants(uuid,bigint,timestamp with time zone) from public;
