-- The first id that a movement or an operation of a moment can have; ids begin with milliseconds.
create or replace function billing.first_id(moment timestamp with time zone)
returns uuid
language sql immutable
as $$
select case when moment <= to_timestamp(0) then '00000000-0000-0000-0000-000000000000'
  else rpad(lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0'), 32, '0')
end::uuid
$$;
revoke all on function billing.first_id(timestamp with time zone) from public;

-- The moment that an id begins with.
create or replace function billing.moment_of(id uuid)
returns timestamptz
language sql immutable
as $$
select to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)
$$;
revoke all on function billing.moment_of(uuid) from public;
grant execute on function billing.moment_of(uuid) to tollgate_billing;

-- The sums of the movements between two ids, and a digest of them. A movement that closes a hold is
-- digested with the hold as it was closed. One that expired may be charged late, so that its charge
-- is digested with the late movement alone.
create or replace function billing.digest_stretch(first_id uuid, next_id uuid)
returns table(
  entries bigint,
  holds bigint,
  available_n numeric,
  reserved_n numeric,
  consumed_n numeric,
  issued_n numeric,
  charged_n numeric,
  digest bytea
)
language sql stable
set timezone = 'UTC'
set datestyle = 'ISO, YMD'
set jit = off
as $$
with line as (
  select e.id, e.available_n, e.reserved_n, e.consumed_n, e.issued_n, r.op_id as closed_op,
    case when e.kind in ('settle', 'settle_late') then coalesce(r.charged_n, r.late_charged_n) end
      as charged_n,
    row(e.id, e.user_id, e.kind, e.available_n, e.reserved_n, e.consumed_n, e.issued_n, e.grant_id,
      e.op_id, e.attempt, e.actor, e.reason, e.at)::text
    || coalesce(row(r.op_id, r.attempt, r.user_id, r.api_key_id, r.amount_n, r.state,
      r.price_version_id, r.uplift_bp, r.estimate, r.created_at, r.expires_at, r.closed_at,
      r.close_reason, r.funded_at)::text, '')
    || case when e.kind = 'expire_hold' then '' else coalesce(row(r.charged_n, r.late,
      r.late_charged_n, r.cost_n, r.uncovered_n, r.ceiling_n, r.usage, r.usage_source,
      r.partial)::text, '') end as text
  from billing.entry e
  left join lateral (
    select h.* from billing.reservation h
    where e.kind in ('settle', 'settle_late', 'release', 'expire_hold')
      and h.op_id = e.op_id and h.attempt = e.attempt
    offset 0
  ) r on true
  where e.id >= digest_stretch.first_id and e.id < digest_stretch.next_id
)
select count(*), count(closed_op), coalesce(sum(available_n), 0), coalesce(sum(reserved_n), 0),
  coalesce(sum(consumed_n), 0), coalesce(sum(issued_n), 0), coalesce(sum(charged_n), 0),
  sha256(coalesce(string_agg(sha256(convert_to(text, 'UTF8')), ''::bytea order by id), ''))
from line
$$;
revoke all on function billing.digest_stretch(uuid,uuid) from public;
grant execute on function billing.digest_stretch(uuid,uuid) to tollgate_billing;

-- The link of a seal in the chain of all seals.
create or replace function billing.chain_of(one billing.seal, before bytea)
returns bytea
language sql stable
set timezone = 'UTC'
set datestyle = 'ISO, YMD'
set bytea_output = 'hex'
as $$
select sha256(convert_to(row(one.no, one.first_id, one.next_id, one.entries, one.holds,
  one.available_n, one.reserved_n, one.consumed_n, one.issued_n, one.digest, one.sealed_at,
  before)::text, 'UTF8'))
$$;
revoke all on function billing.chain_of(billing.seal,bytea) from public;
grant execute on function billing.chain_of(billing.seal,bytea) to tollgate_billing;

-- Seals the stretch that follows the newest seal, up to an id, in one transaction: the row, and
-- what wallets begin the open part with. Looks hold the same lock shared, so that none of them
-- reads half of a seal; nothing of a paid call waits for that lock. Who calls has verified the
-- stretch; what the movements and their holds come to is worked out here. Gives the number of the
-- seal; null when another process has sealed meanwhile.
create or replace function billing.seal_stretch(from_id uuid, until_id uuid)
returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
declare
  last billing.seal;
  fresh billing.seal;
  found record;
begin
  perform pg_advisory_xact_lock(7215003350);
  select * into last from billing.seal order by no desc limit 1;
  if coalesce(last.next_id, '00000000-0000-0000-0000-000000000000') <> from_id then
    return null;
  end if;
  if until_id <= from_id or until_id > billing.first_id(clock_timestamp()) then
    raise exception using errcode = '22023',
      message = 'a seal ends behind its beginning, and not in the future';
  end if;
  select * into found from billing.digest_stretch(from_id, until_id);
  if found.charged_n <> found.consumed_n then
    raise exception using errcode = '23514',
      message = 'movements and the holds that they closed have different charges';
  end if;
  fresh.no := coalesce(last.no, 0) + 1;
  fresh.first_id := from_id;
  fresh.next_id := until_id;
  fresh.entries := found.entries;
  fresh.holds := found.holds;
  fresh.available_n := found.available_n;
  fresh.reserved_n := found.reserved_n;
  fresh.consumed_n := found.consumed_n;
  fresh.issued_n := found.issued_n;
  fresh.digest := found.digest;
  fresh.sealed_at := clock_timestamp();
  fresh.chain := billing.chain_of(fresh, last.chain);
  insert into billing.seal values (fresh.*);
  insert into billing.sealed_wallet as w (user_id, available_n, reserved_n, consumed_n, issued_n)
  select e.user_id, sum(e.available_n), sum(e.reserved_n), sum(e.consumed_n), sum(e.issued_n)
  from billing.entry e where e.id >= from_id and e.id < until_id
  group by e.user_id
  on conflict (user_id) do update
  set available_n = w.available_n + excluded.available_n,
    reserved_n = w.reserved_n + excluded.reserved_n,
    consumed_n = w.consumed_n + excluded.consumed_n, issued_n = w.issued_n + excluded.issued_n;
  perform billing.seal_grants(from_id, until_id);
  perform billing.seal_days(from_id, until_id);
  return fresh.no;
end
$$;
revoke all on function billing.seal_stretch(uuid,uuid) from public;
grant execute on function billing.seal_stretch(uuid,uuid) to tollgate_billing;

-- Notes what wallets had consumed at the moments of the grants that a stretch gives or ends. The
-- movements of one batch have ids of microseconds that follow their moment, so that the last second
-- of a stretch is left to the next one.
create or replace function billing.seal_grants(from_id uuid, until_id uuid)
returns void
language plpgsql
as $$
declare
  slack constant interval := interval '1 second';
  first_grant constant uuid := billing.first_id(billing.moment_of(from_id) - slack);
  next_grant constant uuid := billing.first_id(billing.moment_of(until_id) - slack);
begin
  insert into billing.sealed_grant as s (grant_id, before_n, given_n, ended_n)
  select g.id, w.consumed_n - given.with_it_n, w.consumed_n - given.behind_n,
    case when g.is_ended then w.consumed_n - ended.with_it_n end
  from (
    select c.id, c.user_id, c.created_at, c.expires_at,
      bool_or(e.kind = 'expire_grant') as is_ended
    from billing.entry e join billing.credit_grant c on c.id = e.grant_id
    where e.id >= first_grant and e.id < next_grant and e.kind in ('grant', 'expire_grant')
    group by c.id
  ) g
  join billing.sealed_wallet w on w.user_id = g.user_id
  cross join lateral (
    select coalesce(sum(e.consumed_n) filter (where e.at >= g.created_at), 0) as with_it_n,
      coalesce(sum(e.consumed_n) filter (where e.at > g.created_at), 0) as behind_n
    from billing.entry e
    where e.user_id = g.user_id and e.id >= billing.first_id(g.created_at) and e.id < until_id
      and not exists (select from billing.sealed_grant k where k.grant_id = g.id)
  ) given
  cross join lateral (
    select coalesce(sum(e.consumed_n) filter (where e.at >= g.expires_at), 0) as with_it_n
    from billing.entry e
    where e.user_id = g.user_id and e.id >= billing.first_id(g.expires_at) and e.id < until_id
      and g.is_ended
  ) ended
  on conflict (grant_id) do update set ended_n = coalesce(s.ended_n, excluded.ended_n);
end
$$;
revoke all on function billing.seal_grants(uuid,uuid) from public;

-- Adds up what the days before the end of a stretch have noted of the grants of those who consumed
-- something in it. A charge is noted under the day in which its statement ends, so that nothing is
-- noted under a day that is over; a day that was added up before is not read again.
create or replace function billing.seal_days(from_id uuid, until_id uuid)
returns void
language plpgsql
as $$
declare
  day_after constant date := (billing.moment_of(until_id) - interval '1 minute') at time zone 'UTC';
begin
  insert into billing.sealed_day as s (grant_id, next_day, consumed_n)
  select g.id, day_after, noted.consumed_n
  from (
    select distinct e.user_id from billing.entry e
    where e.id >= from_id and e.id < until_id and e.consumed_n <> 0
  ) spender
  join billing.credit_grant g on g.user_id = spender.user_id and g.consumed_n > 0
  left join billing.sealed_day k on k.grant_id = g.id
  cross join lateral (
    select sum(d.consumed_n) as consumed_n from billing.grant_day d
    where d.grant_id = g.id and d.day >= coalesce(k.next_day, '-infinity') and d.day < day_after
    offset 0
  ) noted
  where noted.consumed_n > 0
  on conflict (grant_id) do update set next_day = greatest(s.next_day, excluded.next_day),
    consumed_n = s.consumed_n + excluded.consumed_n;
end
$$;
revoke all on function billing.seal_days(uuid,uuid) from public;
