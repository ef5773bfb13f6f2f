-- Sums that are not what the records of these days add up to, and months that are not what their
-- days add up to; from day to day, the last one not included.
create or replace function requests.rollup_faults(first_day date, day_after date)
returns table(level text, bucket timestamp with time zone, user_id uuid, api_key_id uuid, kind_id integer)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
with wanted (level, bucket, user_id, api_key_id, kind_id, requests, input_tokens, cache_read_tokens,
  cache_write_tokens, output_tokens, reasoning_tokens, charged_n, total_histogram,
  first_token_histogram) as (
  select l.level, l.bucket, l.user_id, l.api_key_id, k.id, count(*), sum(s.input_tokens)::bigint,
    sum(s.cache_read_tokens)::bigint, sum(s.cache_write_tokens)::bigint,
    sum(s.output_tokens)::bigint, sum(s.reasoning_tokens)::bigint, sum(s.charged_n)::bigint,
    sum(s.total_histogram), sum(s.first_token_histogram)
  from requests.record n
  cross join lateral requests.summand(n) s
  join requests.rollup_kind k
    on (k.mode, k.provider, k.model, k.alias, k.route, k.status, k.outcome, k.error_code)
      = (s.mode, s.provider, s.model, s.alias, s.route, s.status, s.outcome, s.error_code)
  cross join lateral requests.sums_of(n.at, n.user_id, n.api_key_id) l
  where n.at >= first_day::timestamp at time zone 'UTC'
    and n.at < day_after::timestamp at time zone 'UTC' and l.level <> 'key_month'
  group by l.level, l.bucket, l.user_id, l.api_key_id, k.id
  union all
  select 'key_month', date_trunc('month', d.bucket, 'UTC'), d.user_id, d.api_key_id, d.kind_id,
    sum(d.requests)::bigint, sum(d.input_tokens)::bigint, sum(d.cache_read_tokens)::bigint,
    sum(d.cache_write_tokens)::bigint, sum(d.output_tokens)::bigint,
    sum(d.reasoning_tokens)::bigint, sum(d.charged_n)::bigint, sum(d.total_histogram),
    sum(d.first_token_histogram)
  from requests.rollup d
  where d.level = 'key_day'
    and d.bucket >= date_trunc('month', first_day::timestamp) at time zone 'UTC'
    and d.bucket < (date_trunc('month', (day_after - 1)::timestamp) + interval '1 month')
      at time zone 'UTC'
  group by 2, 3, 4, 5 having sum(d.requests) <> 0
), kept as (
  select * from requests.rollup
  where rollup.level <> 'key_month'
    and rollup.bucket >= first_day::timestamp at time zone 'UTC'
    and rollup.bucket < day_after::timestamp at time zone 'UTC' and rollup.requests <> 0
  union all
  select * from requests.rollup
  where rollup.level = 'key_month'
    and rollup.bucket >= date_trunc('month', first_day::timestamp) at time zone 'UTC'
    and rollup.bucket < day_after::timestamp at time zone 'UTC' and rollup.requests <> 0
), either as (
  (select * from wanted except all select * from kept)
  union all
  (select * from kept except all select * from wanted)
)
select distinct either.level, either.bucket, either.user_id, either.api_key_id, either.kind_id
from either
order by 1, 2, 3, 4, 5
$$;
revoke all on function requests.rollup_faults(date,date) from public;
grant execute on function requests.rollup_faults(date,date) to tollgate_worker;

-- Users whose sums of sessions are not what the records of these days add up to; from day to day,
-- the last one not included. The sessions themselves are not named, because their ids are whatever
-- callers write.
create or replace function requests.session_faults(first_day date, day_after date)
returns table(bucket timestamp with time zone, user_id uuid)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
with wanted as (
  select date_trunc('day', n.at, 'UTC') as bucket, n.user_id, n.session_id, n.mode,
    count(*) as requests, sum(s.input_tokens)::bigint, sum(s.cache_read_tokens)::bigint,
    sum(s.cache_write_tokens)::bigint, sum(s.output_tokens)::bigint,
    sum(s.reasoning_tokens)::bigint, sum(s.charged_n)::bigint
  from requests.record n cross join lateral requests.summand(n) s
  where n.session_id is not null
    and n.at >= first_day::timestamp at time zone 'UTC'
    and n.at < day_after::timestamp at time zone 'UTC'
  group by 1, 2, 3, 4
), kept as (
  select d.bucket, d.user_id, d.session_id, d.mode, d.requests, d.input_tokens,
    d.cache_read_tokens, d.cache_write_tokens, d.output_tokens, d.reasoning_tokens, d.charged_n
  from requests.session_day d
  where d.requests <> 0 and d.bucket >= first_day::timestamp at time zone 'UTC'
    and d.bucket < day_after::timestamp at time zone 'UTC'
), either as (
  (select * from wanted except all select * from kept)
  union all
  (select * from kept except all select * from wanted)
)
select distinct either.bucket, either.user_id from either order by 1, 2
$$;
revoke all on function requests.session_faults(date,date) from public;
grant execute on function requests.session_faults(date,date) to tollgate_worker;

-- Users whose sums of tags are not what the tagged records of these days add up to; from day to
-- day, the last one not included. All tags of a user are compared together, because which of them
-- stand by themselves depends on which came first.
create or replace function requests.tag_faults(first_day date, day_after date)
returns table(bucket timestamp with time zone, user_id uuid)
language sql stable security definer
set search_path = pg_catalog, pg_temp
as $$
with wanted as (
  select date_trunc('day', n.at, 'UTC') as bucket, n.user_id, n.mode,
    count(*)::numeric as requests, sum(s.input_tokens), sum(s.cache_read_tokens),
    sum(s.cache_write_tokens), sum(s.output_tokens), sum(s.reasoning_tokens), sum(s.charged_n)
  from requests.record n cross join lateral requests.summand(n) s
  where n.tag is not null
    and n.at >= first_day::timestamp at time zone 'UTC'
    and n.at < day_after::timestamp at time zone 'UTC'
  group by 1, 2, 3
), kept as (
  select d.bucket, d.user_id, d.mode, sum(d.requests) as requests, sum(d.input_tokens),
    sum(d.cache_read_tokens), sum(d.cache_write_tokens), sum(d.output_tokens),
    sum(d.reasoning_tokens), sum(d.charged_n)
  from requests.tag_day d
  where d.bucket >= first_day::timestamp at time zone 'UTC'
    and d.bucket < day_after::timestamp at time zone 'UTC'
  group by 1, 2, 3 having sum(d.requests) <> 0
), either as (
  (select * from wanted except all select * from kept)
  union all
  (select * from kept except all select * from wanted)
)
select distinct either.bucket, either.user_id from either order by 1, 2
$$;
revoke all on function requests.tag_faults(date,date) from public;
grant execute on function requests.tag_faults(date,date) to tollgate_worker;
