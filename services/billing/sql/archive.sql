-- Days of the sealed ledger go to cold storage as well: a command writes a day there and reads it
-- back, and notes it if its rows have the digests of the seals. The ledger itself stays. The role
-- of the archive has these functions and no table.

-- The day in whose end a seal ends: that of its movements, since no stretch goes on behind the day
-- of its first movement.
create or replace function ledger_archive.day_of(next_id uuid)
returns date
language sql stable
as $$
select ((billing.moment_of(day_of.next_id) - case
  when day_of.next_id = billing.first_id(billing.moment_of(day_of.next_id))
  then interval '1 millisecond' else interval '0' end) at time zone 'UTC')::date
$$;
revoke all on function ledger_archive.day_of(uuid) from public;

-- The first id that a movement behind a day can have.
create or replace function ledger_archive.id_behind(of_day date)
returns uuid
language sql stable
as $$
select billing.first_id((of_day + 1)::timestamp at time zone 'UTC')
$$;
revoke all on function ledger_archive.id_behind(date) from public;

-- The seals of a day with the link of the chain before each; none where the day is not sealed to
-- its end. Sums and digests as the seals have them.
create or replace function ledger_archive.seals_of(of_day date)
returns table(
  no integer,
  first_id uuid,
  next_id uuid,
  entries bigint,
  holds bigint,
  available_n numeric,
  reserved_n numeric,
  consumed_n numeric,
  issued_n numeric,
  digest bytea,
  sealed_at timestamptz,
  chain bytea,
  chain_before bytea
)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
select s.no, s.first_id, s.next_id, s.entries, s.holds, s.available_n, s.reserved_n, s.consumed_n,
  s.issued_n, s.digest, s.sealed_at, s.chain, before.chain
from billing.seal s left join billing.seal before on before.no = s.no - 1
where s.next_id > billing.first_id(of_day::timestamp at time zone 'UTC')
  and s.next_id <= ledger_archive.id_behind(of_day)
  and exists (
    select from billing.seal newest where newest.next_id >= ledger_archive.id_behind(of_day))
order by s.no
$$;
revoke all on function ledger_archive.seals_of(date) from public;
grant execute on function ledger_archive.seals_of(date) to tollgate_archive;

-- The days that are sealed to their end, old enough and not in the archive, oldest first.
create or replace function ledger_archive.days_to_write(after_days integer)
returns table(day date)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
select d.day from (
  select distinct ledger_archive.day_of(s.next_id) as day from billing.seal s
) d
where d.day <= (now() at time zone 'UTC')::date - 1 - greatest(after_days, 1)
  and exists (select from ledger_archive.seals_of(d.day))
  and not exists (
    select from ledger_archive.day a where a.day = d.day and a.archived_at is not null)
order by d.day
$$;
revoke all on function ledger_archive.days_to_write(integer) from public;
grant execute on function ledger_archive.days_to_write(integer) to tollgate_archive;

-- The next movements of a sealed stretch in the order of their ids, each that closed a hold with
-- the hold as its seal digested it (`billing.digest_stretch`). Nothing that no seal covers is read.
create or replace function ledger_archive.read_stretch(
  from_id uuid,
  until_id uuid,
  after_id uuid,
  most integer
)
returns table(
  id uuid,
  user_id uuid,
  kind text,
  available_n bigint,
  reserved_n bigint,
  consumed_n bigint,
  issued_n bigint,
  grant_id uuid,
  op_id uuid,
  attempt integer,
  actor text,
  reason text,
  at timestamptz,
  hold_op_id uuid,
  hold_attempt integer,
  hold_user_id uuid,
  api_key_id uuid,
  amount_n bigint,
  state text,
  price_version_id uuid,
  uplift_bp integer,
  estimate jsonb,
  created_at timestamptz,
  expires_at timestamptz,
  closed_at timestamptz,
  close_reason text,
  funded_at timestamptz,
  charged_n bigint,
  late boolean,
  late_charged_n bigint,
  cost_n bigint,
  uncovered_n bigint,
  ceiling_n bigint,
  usage jsonb,
  usage_source text,
  partial boolean
)
language sql stable security definer
set search_path = pg_catalog, pg_temp
set jit = off
as $$
select e.id, e.user_id, e.kind, e.available_n, e.reserved_n, e.consumed_n, e.issued_n, e.grant_id,
  e.op_id, e.attempt, e.actor, e.reason, e.at,
  r.op_id, r.attempt, r.user_id, r.api_key_id, r.amount_n, r.state, r.price_version_id, r.uplift_bp,
  r.estimate, r.created_at, r.expires_at, r.closed_at, r.close_reason, r.funded_at,
  c.charged_n, c.late, c.late_charged_n, c.cost_n, c.uncovered_n, c.ceiling_n, c.usage,
  c.usage_source, c.partial
from billing.entry e
left join lateral (
  select h.* from billing.reservation h
  where e.kind in ('settle', 'settle_late', 'release', 'expire_hold')
    and h.op_id = e.op_id and h.attempt = e.attempt
  offset 0
) r on true
left join lateral (select r.* where e.kind <> 'expire_hold') c on true
where e.id >= from_id and e.id < until_id and e.id > after_id
  and exists (select from billing.seal newest where newest.next_id >= until_id)
order by e.id limit most
$$;
revoke all on function ledger_archive.read_stretch(uuid,uuid,uuid,integer) from public;
grant execute on function ledger_archive.read_stretch(uuid,uuid,uuid,integer) to tollgate_archive;

-- Claims a day for so many milliseconds; gives the number of the claim, null where there is nothing
-- to write or another run is at it. With `again` a day that is noted is written once more, unless
-- its year has left: the archive has the only copy then. The look at that comes last, because a
-- year leaves under a lock of the days.
create or replace function ledger_archive.begin_day(of_day date, lease_ms integer, again boolean)
returns integer
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  lease constant timestamptz := clock_timestamp() + lease_ms * interval '1 millisecond';
  claim int;
begin
  if not exists (select from ledger_archive.seals_of(of_day)) then
    return null;
  end if;
  insert into ledger_archive.day as d (day, claims, lease_until) values (of_day, 1, lease)
  on conflict (day) do update set claims = d.claims + 1, lease_until = lease,
    first_no = null, last_no = null, entries = null, bytes = null, store = null, name = null,
    archived_at = null, verified_at = null
    where (d.archived_at is null or again)
      and coalesce(d.lease_until, '-infinity') < clock_timestamp()
  returning claims into claim;
  if ledger_archive.id_behind(of_day) <= billing.left_before() then
    raise exception using errcode = '55000', message = format(
      '%s is of a year that has left the database: the archive has its only copy, and keeps it',
      of_day);
  end if;
  return claim;
end
$$;
revoke all on function ledger_archive.begin_day(date,integer,boolean) from public;
grant execute on function ledger_archive.begin_day(date,integer,boolean) to tollgate_archive;

-- Keeps a claim up for so many milliseconds more, or gives it back with none; false: it is lost.
create or replace function ledger_archive.renew_day(of_day date, of_claim integer, lease_ms integer)
returns boolean
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  update ledger_archive.day d
  set lease_until = case when lease_ms > 0
    then clock_timestamp() + lease_ms * interval '1 millisecond' end
  where d.day = of_day and d.claims = of_claim and d.archived_at is null;
  return found;
end
$$;
revoke all on function ledger_archive.renew_day(date,integer,integer) from public;
grant execute on function ledger_archive.renew_day(date,integer,integer) to tollgate_archive;

-- Notes that a day lies in the archive, if the rows that came back from there have the number and
-- the digests of its seals. Says what came of it.
create or replace function ledger_archive.note_day(of_day date, of_claim integer, archived jsonb)
returns text
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  sealed record;
begin
  select min(s.no) as first_no, max(s.no) as last_no, sum(s.entries) as entries,
    encode(sha256(string_agg(s.digest, ''::bytea order by s.no)), 'hex') as sha256
  into sealed from ledger_archive.seals_of(of_day) s;
  if (sealed.entries, sealed.sha256)
    is distinct from ((archived ->> 'entries')::numeric, archived ->> 'sha256')
  then
    return 'differs';
  end if;
  update ledger_archive.day d set first_no = sealed.first_no, last_no = sealed.last_no,
    entries = sealed.entries, bytes = (archived ->> 'bytes')::bigint, store = archived ->> 'store',
    name = archived ->> 'name', archived_at = now(), lease_until = null
  where d.day = of_day and d.claims = of_claim and d.archived_at is null;
  return case when found then 'archived' else 'lost' end;
end
$$;
revoke all on function ledger_archive.note_day(date,integer,jsonb) from public;
grant execute on function ledger_archive.note_day(date,integer,jsonb) to tollgate_archive;

-- Archived days in a store, those first that were read again longest ago; null: all of them.
create or replace function ledger_archive.days_to_verify(of_store text, most integer)
returns table(day date)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
select d.day from ledger_archive.day d
where d.archived_at is not null and d.store = of_store
order by d.verified_at nulls first, d.day limit most
$$;
revoke all on function ledger_archive.days_to_verify(text,integer) from public;
grant execute on function ledger_archive.days_to_verify(text,integer) to tollgate_archive;

-- How many archived days lie in other stores than this one.
create or replace function ledger_archive.days_elsewhere(of_store text)
returns integer
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
select count(*)::int from ledger_archive.day d
where d.archived_at is not null and d.store <> of_store
$$;
revoke all on function ledger_archive.days_elsewhere(text) from public;
grant execute on function ledger_archive.days_elsewhere(text) to tollgate_archive;

-- Notes that the files of a day were read again and have what its seals say.
create or replace function ledger_archive.note_verified(of_day date)
returns void
language sql security definer
set search_path = pg_catalog, pg_temp
as $$
update ledger_archive.day d set verified_at = now()
where d.day = of_day and d.archived_at is not null
$$;
revoke all on function ledger_archive.note_verified(date) from public;
grant execute on function ledger_archive.note_verified(date) to tollgate_archive;
