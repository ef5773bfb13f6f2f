-- A record is written behind the answer, so it can die with its process, and a charge that waited
-- on a disk may come out otherwise than its record says. The ledger is right: a record that differs
-- is changed, one that is lost is made from the hold. Facts that the hold does not have (the route,
-- the times) stay unknown. Rollups follow by their triggers. A video states its cost in a row of
-- its own, which is changed as well.
--
-- Entries are found by their ids, which are made of their time, because an entry is kept for ever
-- in the partition of its year. A call that began before the newest cutoff of a purge is left
-- alone: its record may have been purged.
create or replace function requests.complete_records(
  from_moment timestamp with time zone,
  to_moment timestamp with time zone
)
returns table(changed integer, recovered integer)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  first_entry constant uuid := billing.uuid7(from_moment - interval '1 second');
  -- The entries of one batch are numbered by microseconds after its moment.
  end_entry constant uuid := billing.uuid7(to_moment + interval '1 minute');
  purged_until constant timestamptz := requests.records_purged_until();
  differing uuid[];
  differing_videos uuid[];
  video_count int;
  changed_count int;
  recovered_count int;
begin
  select array_agg(t.op_id) filter (where book.charged_n <> told.charged_n),
    array_agg(t.op_id) filter (where book.charged_n <> video.charged_n)
  into differing, differing_videos from (
    select e.op_id from billing.entry e
    where e.at >= from_moment and e.at < to_moment and e.kind in ('settle', 'settle_late')
      and e.id >= first_entry and e.id < end_entry
    union
    select q.id from requests.record q
    where q.at >= from_moment and q.at < to_moment and q.charged_n > 0
  ) t
  cross join lateral (
    select coalesce(sum(coalesce(r.charged_n, r.late_charged_n)), 0) as charged_n,
      coalesce(bool_or(r.state = 'held'), false) as is_open,
      coalesce(min(r.created_at), from_moment) as begun_at
    from billing.reservation r where r.op_id = t.op_id
  ) book
  cross join lateral (
    select coalesce(sum(q.charged_n), 0) as charged_n from requests.record q
    where q.id = t.op_id and q.at >= least(book.begun_at, from_moment) - interval '1 day'
  ) told
  cross join lateral (
    select max(coalesce(v.charged_n, 0)) as charged_n from requests.video v
    where v.id = t.op_id and v.mode = 'live' and v.finished_at is not null
  ) video
  where not book.is_open and book.begun_at >= purged_until;

  update requests.video v set charged_n = (
    select coalesce(sum(coalesce(r.charged_n, r.late_charged_n)), 0)::bigint
    from billing.reservation r where r.op_id = v.id)
  where v.id = any (differing_videos);
  get diagnostics video_count = row_count;

  with book as (
    select r.op_id, sum(coalesce(r.charged_n, r.late_charged_n, 0))::bigint as charged_n
    from billing.reservation r where r.op_id = any (differing) group by r.op_id
  ), last_told as (
    select distinct on (q.id) q.id, q.at from requests.record q
    where q.id = any (differing) and q.charged_n > 0 order by q.id, q.at desc
  )
  update requests.record q set charged_n = case when q.at = l.at then coalesce(b.charged_n, 0) else 0 end
  from last_told l left join book b on b.op_id = l.id
  where q.id = l.id and q.charged_n > 0;
  get diagnostics changed_count = row_count;

  insert into requests.record (id, at, request_id, user_id, api_key_id, mode, route, provider, model,
    stream, async, status, outcome, attempt, usage, usage_source, charged_n, price_version_id,
    uplift_bp, total_ms)
  select r.op_id, r.created_at, 'recovered-' || r.op_id, r.user_id, r.api_key_id, 'live', 'unknown',
    m.provider, m.public_id, false, r.owner is null, 200,
    case when r.partial then 'partial' else 'served' end, (r.attempt - 1) / 100 + 1, r.usage,
    r.usage_source, coalesce(r.charged_n, r.late_charged_n), r.price_version_id, r.uplift_bp,
    least(extract(epoch from r.closed_at - r.created_at) * 1000, 2147483647)::int
  from billing.reservation r
  left join catalog.price_version p on p.id = r.price_version_id
  left join catalog.model m on m.id = p.model_id
  where r.op_id = any (differing) and coalesce(r.charged_n, r.late_charged_n) > 0
    and not exists (
      select from requests.record q where q.id = r.op_id and q.charged_n > 0)
  on conflict do nothing;
  get diagnostics recovered_count = row_count;
  return query select changed_count + video_count, recovered_count;
end
$$;
revoke all on function requests.complete_records(timestamp with time zone,timestamp with time zone) from public;
grant execute on function requests.complete_records(timestamp with time zone,timestamp with time zone) to tollgate_worker;

-- Before this moment records may have been purged, or be in the archive alone.
create or replace function requests.records_purged_until()
returns timestamp with time zone
language sql stable
as $$
  select greatest(
    (select max(s.cutoff) from retention.purge_step s where s.category = 'request_records'),
    (select (max(d.day) + 1)::timestamp at time zone 'UTC' from requests.archived_day d
      where d.left_at is not null),
    '-infinity')
$$;
revoke all on function requests.records_purged_until() from public;
grant execute on function requests.records_purged_until() to tollgate_worker;

-- One step of a purge of request records. The sums of sessions and tags hold what callers wrote and
-- go behind the records, some at a time: a caller may have named a session of its own in every
-- request of a day.
create or replace function requests.purge_records(cutoff timestamp with time zone, row_limit integer)
returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  gone bigint;
begin
  perform maintenance.assert_older(cutoff, 30);
  gone := maintenance.purge_days('requests.record', cutoff, row_limit);
  if gone is not null then
    return gone;
  end if;
  delete from requests.session_day d where d.ctid = any (array(
    select o.ctid from requests.session_day o where o.bucket < date_trunc('day', cutoff, 'UTC')
    order by o.bucket limit row_limit));
  if found then
    return 0;
  end if;
  delete from requests.tag_day d where d.ctid = any (array(
    select o.ctid from requests.tag_day o where o.bucket < date_trunc('day', cutoff, 'UTC')
    order by o.bucket limit row_limit));
  if found then
    return 0;
  end if;
  delete from requests.tag_names d where d.ctid = any (array(
    select o.ctid from requests.tag_names o where o.bucket < date_trunc('day', cutoff, 'UTC')
    order by o.bucket limit row_limit));
  return case when found then 0 end;
end
$$;
revoke all on function requests.purge_records(timestamp with time zone,integer) from public;
grant execute on function requests.purge_records(timestamp with time zone,integer) to tollgate_worker;
