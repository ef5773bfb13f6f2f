-- The years that are over, and what of each keeps its rows in the database beside the archive: days
-- that are not sealed, archived or read again, holds and grants that still move, and what the
-- verifier compares its holds with. A hold lives for a week at most: what was written in the nine
-- days behind a year may be of one of its holds.
create or replace function ledger_archive.years()
returns table(
  year integer,
  days integer,
  archived integer,
  verified integer,
  is_sealed boolean,
  open_holds bigint,
  live_grants bigint,
  witnesses text[]
)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
with day as (
  select distinct ledger_archive.day_of(s.next_id) as day from billing.seal s
), past as (
  select extract(year from d.day)::int as year, count(*)::int as days,
    count(a.archived_at)::int as archived, count(a.verified_at)::int as verified
  from day d left join ledger_archive.day a on a.day = d.day
  group by 1
), bound as (
  select p.*, make_timestamptz(p.year + 1, 1, 1, 0, 0, 0, 'UTC') as over_at,
    make_timestamptz(p.year + 1, 1, 10, 0, 0, 0, 'UTC') as seen_until from past p
)
select b.year, b.days, b.archived, b.verified,
  exists (select from billing.seal s where s.next_id >= billing.first_id(b.over_at)),
  (select count(*) from billing.reservation r
    where r.state = 'held' and r.op_id < billing.first_id(b.over_at)),
  (select count(*) from billing.credit_grant g
    where g.remaining_n > 0 and g.created_at < b.over_at),
  array_remove(array[
    case when exists (select from requests.record r where r.at < b.seen_until)
      then 'request records' end,
    case when exists (select from requests.operation o where o.created_at < b.seen_until)
      then 'asynchronous operations' end,
    case when exists (select from requests.video v where v.created_at < b.seen_until)
      then 'videos' end,
    case when exists (select from requests.idempotency i where i.created_at < b.seen_until)
      then 'idempotency keys' end,
    case when exists (
        select from audit.access_event e where e.op_id is not null and e.at < b.seen_until)
      then 'the access log' end
  ], null)
from bound b where b.over_at <= now()
order by b.year
$$;
revoke all on function ledger_archive.years() from public;
grant execute on function ledger_archive.years() to tollgate_archive;
