-- The bin of a latency.
create or replace function requests.latency_bin(ms integer)
returns integer
language sql immutable
as $$
select width_bucket(ms, '{1,2,3,4,5,6,7,8,9,10,11,12,13,15,16,17,19,21,23,25,27,29,32,35,38,41,45,49,54,59,64,70,76,83,91,99,108,117,128,140,152,166,181,197,215,235,256,279,304,332,362,395,431,470,512,558,609,664,724,790,861,939,1024,1117,1218,1328,1448,1579,1722,1878,2048,2233,2435,2656,2896,3158,3444,3756,4096,4467,4871,5312,5793,6317,6889,7512,8192,8933,9742,10624,11585,12634,13777,15024,16384,17867,19484,21247,23170,25268,27554,30048,32768,35734,38968,42495,46341,50535,55109,60097,65536,71468,77936,84990,92682,101070,110218,120194,131072,142935,155872,169979,185364,202141,220436,240387,262144,285870,311744,339959,370728,404281,440872,480774,524288,571740,623487,679917,741455,808563,881744,961548,1048576,1143480,1246974,1359835,1482910,1617125,1763488,1923097,2097152,2286960,2493948,2719670,2965821,3234251,3526975,3846194}'::int[])
$$;

-- A latency histogram with one latency in it.
create or replace function requests.in_histogram(ms integer)
returns numeric
language sql immutable
as $$
select case when ms is null then 0
  else ('1e' || 12 * requests.latency_bin(ms))::numeric end
$$;

-- Tokens of one kind, in whatever service tier they were used.
create or replace function requests.tokens_of(usage jsonb, kind text)
returns bigint
language sql immutable
as $$
select coalesce((usage ->> kind)::bigint, 0) + coalesce((usage ->> ('flex_' || kind))::bigint, 0)
  + coalesce((usage ->> ('priority_' || kind))::bigint, 0)
  + coalesce((usage ->> ('batch_' || kind))::bigint, 0)
$$;

-- Whether a call was a line of a job at the batch interface of its provider: hours that were agreed
-- upon say nothing about how fast a model answers.
create or replace function requests.is_of_job(usage jsonb)
returns boolean
language sql immutable
as $$
select coalesce(jsonb_exists_any(usage, array['batch_input', 'batch_output']), false)
$$;

-- What a record adds to sums: the parts of its kind, and quantities. PostgreSQL puts this query
-- into those that use it.
create or replace function requests.summand(r requests.record)
returns table(
  mode text, provider text, model text, alias text, route text, status integer, outcome text,
  error_code text, input_tokens bigint, cache_read_tokens bigint, cache_write_tokens bigint,
  output_tokens bigint, reasoning_tokens bigint, charged_n bigint, total_histogram numeric,
  first_token_histogram numeric
)
language sql immutable
as $$
select r.mode, coalesce(r.provider, ''), coalesce(r.model, ''), coalesce(r.alias, ''), r.route,
  r.status, r.outcome, coalesce(r.error_code, ''),
  requests.tokens_of(r.usage, 'input') + coalesce((r.usage ->> 'image_input')::bigint, 0),
  requests.tokens_of(r.usage, 'cache_read'),
  requests.tokens_of(r.usage, 'cache_write') + requests.tokens_of(r.usage, 'cache_write_1h'),
  requests.tokens_of(r.usage, 'output') + coalesce((r.usage ->> 'image_output')::bigint, 0),
  requests.tokens_of(r.usage, 'reasoning'), r.charged_n,
  requests.in_histogram(case when requests.is_of_job(r.usage) then null else r.total_ms end),
  requests.in_histogram(r.first_token_ms)
$$;
revoke all on function requests.summand(requests.record) from public;

-- The sums that a record is part of. Sums of everybody have the id of nobody.
create or replace function requests.sums_of(at timestamp with time zone, owner uuid, key uuid)
returns table(level text, bucket timestamp with time zone, user_id uuid, api_key_id uuid)
language sql immutable
as $$
select l.level, l.bucket, l.user_id, l.api_key_id
from (select '00000000-0000-0000-0000-000000000000'::uuid as nobody) n
cross join lateral (values
  ('all_hour', date_trunc('hour', sums_of.at, 'UTC'), n.nobody, n.nobody),
  ('all_day', date_trunc('day', sums_of.at, 'UTC'), n.nobody, n.nobody),
  ('key_hour', date_trunc('hour', sums_of.at, 'UTC'), sums_of.owner, sums_of.key),
  ('key_day', date_trunc('day', sums_of.at, 'UTC'), sums_of.owner, sums_of.key),
  ('key_month', date_trunc('month', sums_of.at, 'UTC'), sums_of.owner, sums_of.key)
) as l (level, bucket, user_id, api_key_id)
$$;
revoke all on function requests.sums_of(timestamp with time zone,uuid,uuid) from public;

-- Adds records to the sums and takes others out.
create or replace function requests.roll_up(added requests.record[], removed requests.record[])
returns void
language plpgsql
as $$
begin
  insert into requests.rollup_kind (mode, provider, model, alias, route, status, outcome, error_code)
  select distinct s.mode, s.provider, s.model, s.alias, s.route, s.status, s.outcome, s.error_code
  from unnest(added || removed) r cross join lateral requests.summand(r) s
  where not exists (
    select from requests.rollup_kind k
    where (k.mode, k.provider, k.model, k.alias, k.route, k.status, k.outcome, k.error_code)
      = (s.mode, s.provider, s.model, s.alias, s.route, s.status, s.outcome, s.error_code))
  order by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict do nothing;

  insert into requests.rollup as t (level, bucket, user_id, api_key_id, kind_id, requests,
    input_tokens, cache_read_tokens, cache_write_tokens, output_tokens, reasoning_tokens, charged_n,
    total_histogram, first_token_histogram)
  select l.level, l.bucket, l.user_id, l.api_key_id, k.id, sum(s.sign)::bigint,
    sum(s.sign * s.input_tokens)::bigint, sum(s.sign * s.cache_read_tokens)::bigint,
    sum(s.sign * s.cache_write_tokens)::bigint, sum(s.sign * s.output_tokens)::bigint,
    sum(s.sign * s.reasoning_tokens)::bigint, sum(s.sign * s.charged_n)::bigint,
    sum(s.sign * s.total_histogram), sum(s.sign * s.first_token_histogram)
  from (
    select a.at, a.user_id, a.api_key_id, 1 as sign, s.*
    from unnest(added) a cross join lateral requests.summand(a) s
    union all
    select b.at, b.user_id, b.api_key_id, -1, s.*
    from unnest(removed) b cross join lateral requests.summand(b) s
  ) s
  join requests.rollup_kind k
    on (k.mode, k.provider, k.model, k.alias, k.route, k.status, k.outcome, k.error_code)
      = (s.mode, s.provider, s.model, s.alias, s.route, s.status, s.outcome, s.error_code)
  cross join lateral requests.sums_of(s.at, s.user_id, s.api_key_id) l
  group by l.level, l.bucket, l.user_id, l.api_key_id, k.id
  order by 1, 2, 3, 4, 5
  on conflict (level, bucket, user_id, api_key_id, kind_id) do update set
    requests = t.requests + excluded.requests,
    input_tokens = t.input_tokens + excluded.input_tokens,
    cache_read_tokens = t.cache_read_tokens + excluded.cache_read_tokens,
    cache_write_tokens = t.cache_write_tokens + excluded.cache_write_tokens,
    output_tokens = t.output_tokens + excluded.output_tokens,
    reasoning_tokens = t.reasoning_tokens + excluded.reasoning_tokens,
    charged_n = t.charged_n + excluded.charged_n,
    total_histogram = t.total_histogram + excluded.total_histogram,
    first_token_histogram = t.first_token_histogram + excluded.first_token_histogram;

  perform requests.roll_up_sessions(added, removed);
  perform requests.roll_up_tags(added, removed);
end
$$;
revoke all on function requests.roll_up(requests.record[],requests.record[]) from public;

-- Adds records to the sums of their sessions and takes others out. The days of a session only grow:
-- what is taken out of them is a record that changes.
create or replace function requests.roll_up_sessions(added requests.record[], removed requests.record[])
returns void
language plpgsql
as $$
begin
  insert into requests.session_day as t (bucket, user_id, session_id, mode, first_at, last_at, requests,
    input_tokens, cache_read_tokens, cache_write_tokens, output_tokens, reasoning_tokens, charged_n)
  select date_trunc('day', s.at, 'UTC'), s.user_id, s.session_id, s.mode, min(s.at), max(s.at),
    sum(s.sign)::bigint, sum(s.sign * s.input_tokens)::bigint,
    sum(s.sign * s.cache_read_tokens)::bigint, sum(s.sign * s.cache_write_tokens)::bigint,
    sum(s.sign * s.output_tokens)::bigint, sum(s.sign * s.reasoning_tokens)::bigint,
    sum(s.sign * s.charged_n)::bigint
  from (
    select a.at, a.user_id, a.session_id, 1 as sign, s.*
    from unnest(added) a cross join lateral requests.summand(a) s where a.session_id is not null
    union all
    select b.at, b.user_id, b.session_id, -1, s.*
    from unnest(removed) b cross join lateral requests.summand(b) s where b.session_id is not null
  ) s
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (bucket, user_id, session_id, mode) do update set
    first_at = least(t.first_at, excluded.first_at),
    last_at = greatest(t.last_at, excluded.last_at),
    requests = t.requests + excluded.requests,
    input_tokens = t.input_tokens + excluded.input_tokens,
    cache_read_tokens = t.cache_read_tokens + excluded.cache_read_tokens,
    cache_write_tokens = t.cache_write_tokens + excluded.cache_write_tokens,
    output_tokens = t.output_tokens + excluded.output_tokens,
    reasoning_tokens = t.reasoning_tokens + excluded.reasoning_tokens,
    charged_n = t.charged_n + excluded.charged_n;
end
$$;
revoke all on function requests.roll_up_sessions(requests.record[],requests.record[]) from public;

-- Adds records to the sums of their tags and takes others out. Once an owner has all names of a
-- day, or a tag is among them, nothing changes about where that tag counts: what is taken out is
-- found where it was added. The row of the names is locked while names are added, owner after owner
-- in one order.
create or replace function requests.roll_up_tags(added requests.record[], removed requests.record[])
returns void
language plpgsql
as $$
declare
  names_max constant integer := 100;
  wanted record;
  known text[];
begin
  if not exists (select from unnest(added || removed) r where r.tag is not null) then return; end if;
  for wanted in
    select date_trunc('day', a.at, 'UTC') as bucket, a.user_id,
      array_agg(distinct a.tag order by a.tag) as names
    from unnest(added) a where a.tag is not null group by 1, 2 order by 1, 2
  loop
    known := (select n.names from requests.tag_names n
      where n.user_id = wanted.user_id and n.bucket = wanted.bucket);
    continue when known @> wanted.names or cardinality(known) >= names_max;
    insert into requests.tag_names as n (bucket, user_id, names)
    values (wanted.bucket, wanted.user_id, wanted.names[1:names_max])
    on conflict (user_id, bucket) do update set names = (n.names || array(
      select e.name from unnest(excluded.names) e (name) where e.name <> all (n.names)
    ))[1:names_max];
  end loop;

  insert into requests.tag_day as t (bucket, user_id, tag, mode, requests, input_tokens,
    cache_read_tokens, cache_write_tokens, output_tokens, reasoning_tokens, charged_n)
  select s.bucket, s.user_id, case when s.tag = any (n.names) then s.tag else '' end, s.mode,
    sum(s.sign)::bigint, sum(s.sign * s.input_tokens)::bigint,
    sum(s.sign * s.cache_read_tokens)::bigint, sum(s.sign * s.cache_write_tokens)::bigint,
    sum(s.sign * s.output_tokens)::bigint, sum(s.sign * s.reasoning_tokens)::bigint,
    sum(s.sign * s.charged_n)::bigint
  from (
    select date_trunc('day', a.at, 'UTC') as bucket, a.user_id, a.tag, 1 as sign, s.*
    from unnest(added) a cross join lateral requests.summand(a) s where a.tag is not null
    union all
    select date_trunc('day', b.at, 'UTC'), b.user_id, b.tag, -1, s.*
    from unnest(removed) b cross join lateral requests.summand(b) s where b.tag is not null
  ) s
  left join requests.tag_names n on n.user_id = s.user_id and n.bucket = s.bucket
  group by 1, 2, 3, 4
  order by 1, 2, 3, 4
  on conflict (user_id, bucket, tag, mode) do update set
    requests = t.requests + excluded.requests,
    input_tokens = t.input_tokens + excluded.input_tokens,
    cache_read_tokens = t.cache_read_tokens + excluded.cache_read_tokens,
    cache_write_tokens = t.cache_write_tokens + excluded.cache_write_tokens,
    output_tokens = t.output_tokens + excluded.output_tokens,
    reasoning_tokens = t.reasoning_tokens + excluded.reasoning_tokens,
    charged_n = t.charged_n + excluded.charged_n;
end
$$;
revoke all on function requests.roll_up_tags(requests.record[],requests.record[]) from public;

-- A trigger and no second statement of the writers: what writes records cannot forget it, and a
-- batch that is sent again adds nothing, because its rows are not inserted again. Records that are
-- purged stay in the sums.
create or replace function requests.roll_up_new()
returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select from new_records) then return null; end if;
  perform requests.roll_up(array(select row(n.*)::requests.record from new_records n), '{}');
  return null;
end
$$;
revoke all on function requests.roll_up_new() from public;

-- A record that was changed counts by its difference.
create or replace function requests.roll_up_change()
returns trigger
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  if not exists (select from new_records) then return null; end if;
  perform requests.roll_up(array(select row(n.*)::requests.record from new_records n),
    array(select row(o.*)::requests.record from old_records o));
  return null;
end
$$;
revoke all on function requests.roll_up_change() from public;
