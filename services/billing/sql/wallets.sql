-- A uuid of version 7 for a moment: ids of entries are in the order of time.
create or replace function billing.uuid7(moment timestamp with time zone)
returns uuid
language sql
as $$
select billing.uuid7_of((extract(epoch from moment) * 1000000)::bigint)
$$;
revoke all on function billing.uuid7(timestamp with time zone) from public;

-- A uuid of version 7 for a moment in microseconds since 1970.
create or replace function billing.uuid7_of(micros bigint)
returns uuid
language sql
as $$
select encode(
  substring(int8send(micros / 1000) from 3)
  || int2send((28672 + micros % 1000 * 4096 / 1000)::smallint)
  || substring(uuid_send(gen_random_uuid()) from 9), 'hex')::uuid
$$;
revoke all on function billing.uuid7_of(bigint) from public;

-- A wallet that does not exist yet cannot be skipped over, so it counts as locked: who waits makes
-- it.
create or replace function billing.take_wallets(users uuid[], waits boolean)
returns uuid[]
language plpgsql
as $$
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
revoke all on function billing.take_wallets(uuid[],boolean) from public;
comment on function billing.take_wallets(uuid[],boolean) is
  'Locks wallets; gives those that it did not get.';

-- Locks wallets in the order of their ids, so that two batches never wait for each other.
create or replace function billing.lock_wallets(users uuid[])
returns void
language plpgsql
as $$
begin
  insert into billing.wallet (user_id)
  select distinct u.user_id from unnest(users) u(user_id)
  where not exists (select 1 from billing.wallet w where w.user_id = u.user_id)
  order by u.user_id
  on conflict do nothing;
  perform 1 from billing.wallet w where w.user_id = any (users) order by w.user_id for update;
end
$$;
revoke all on function billing.lock_wallets(uuid[]) from public;

-- Locks those wallets that are there and, unless it waits, free. Gives how many it got.
create or replace function billing.lock_known_wallets(users uuid[], waits boolean)
returns integer
language plpgsql
as $$
declare
  taken int;
begin
  if waits then
    perform 1 from billing.wallet w where w.user_id = any (users) order by w.user_id for update;
  else
    perform 1 from billing.wallet w where w.user_id = any (users)
    order by w.user_id for update skip locked;
  end if;
  get diagnostics taken = row_count;
  return taken;
end
$$;
revoke all on function billing.lock_known_wallets(uuid[],boolean) from public;
