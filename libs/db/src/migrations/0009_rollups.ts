import type { Knex } from 'knex';

/** Sums of request records by hour and by day, kept in the transaction of the records themselves. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(TABLES);
  await trx.raw(LATENCY_BIN);
  await trx.raw(TRIGGERS);
  await trx.raw(FAULTS);
  await trx.raw(BACKFILL);
  await trx.raw(INDEXES_AND_GRANTS);
}

/** Eight bins for each doubling, up to an hour: a percentile is off by five percent at most. Below eight milliseconds every one has its own. */
const LATENCY_BOUNDS = [
  ...new Set(Array.from({ length: 176 }, (_none, step) => Math.round(2 ** (step / 8)))),
];

/**
 * `all_…` rows sum up everybody and have the nil uuid for user and key; `key_…` rows are of one key. What requests were is
 * written once, in rollup_kind. A histogram is one number: how many fell into bin b are its digits 12b to 12b + 11, so that
 * histograms are added like any other number.
 */
const TABLES = `
create table requests.rollup_kind (
  id int generated always as identity primary key,
  mode text not null,
  provider text not null,
  model text not null,
  route text not null,
  status int not null,
  outcome text not null,
  error_code text not null,
  unique (mode, provider, model, route, status, outcome, error_code)
);
comment on table requests.rollup_kind is 'An empty text stands for none.';

create table requests.rollup (
  level text not null check (level in ('all_hour', 'all_day', 'key_hour', 'key_day')),
  bucket timestamptz not null,
  user_id uuid not null,
  api_key_id uuid not null,
  kind_id int not null,
  requests bigint not null,
  input_tokens bigint not null,
  cache_read_tokens bigint not null,
  cache_write_tokens bigint not null,
  output_tokens bigint not null,
  reasoning_tokens bigint not null,
  charged_n bigint not null,
  total_histogram numeric not null,
  first_token_histogram numeric not null,
  primary key (level, bucket, user_id, api_key_id, kind_id)
) with (fillfactor = 80);
`;

const LATENCY_BIN = `
create function requests.latency_bin(ms int) returns int
language sql immutable as $$
  select width_bucket(ms, '{${LATENCY_BOUNDS.join(',')}}'::int[])
$$;

create function requests.in_histogram(ms int) returns numeric
language sql immutable as $$
  select case when ms is null then 0
    else ('1e' || 12 * width_bucket(ms, '{${LATENCY_BOUNDS.join(',')}}'::int[]))::numeric end
$$;
`;

const NIL = "'00000000-0000-0000-0000-000000000000'::uuid";
const KIND = `r.mode, coalesce(r.provider, ''), coalesce(r.model, ''), r.route, r.status, r.outcome,
    coalesce(r.error_code, '')`;
const KIND_NAMES = 'mode, provider, model, route, status, outcome, error_code';
const SUM_NAMES = `requests, input_tokens, cache_read_tokens, cache_write_tokens, output_tokens,
  reasoning_tokens, charged_n, total_histogram, first_token_histogram`;

/** The sums of records; `source` has their columns and `sign`, which is -1 for what is to be taken back. */
const sumsOf = (source: string): string => `
  select l.level, l.bucket, l.user_id, l.api_key_id, k.id,
    sum(r.sign)::bigint,
    sum(r.sign * coalesce((r.usage ->> 'input')::bigint, 0))::bigint,
    sum(r.sign * coalesce((r.usage ->> 'cache_read')::bigint, 0))::bigint,
    sum(r.sign * coalesce((r.usage ->> 'cache_write')::bigint, 0))::bigint,
    sum(r.sign * coalesce((r.usage ->> 'output')::bigint, 0))::bigint,
    sum(r.sign * coalesce((r.usage ->> 'reasoning')::bigint, 0))::bigint,
    sum(r.sign * r.charged_n)::bigint,
    sum(r.sign * requests.in_histogram(r.total_ms)),
    sum(r.sign * requests.in_histogram(r.first_token_ms))
  from ${source} r
  join requests.rollup_kind k
    on (k.mode, k.provider, k.model, k.route, k.status, k.outcome, k.error_code) = (${KIND})
  cross join lateral (values
    ('all_hour', date_trunc('hour', r.at, 'UTC'), ${NIL}, ${NIL}),
    ('all_day', date_trunc('day', r.at, 'UTC'), ${NIL}, ${NIL}),
    ('key_hour', date_trunc('hour', r.at, 'UTC'), r.user_id, r.api_key_id),
    ('key_day', date_trunc('day', r.at, 'UTC'), r.user_id, r.api_key_id)
  ) as l (level, bucket, user_id, api_key_id)
  group by l.level, l.bucket, l.user_id, l.api_key_id, k.id`;

/** Rows are written in the order of their keys, so that two batches wait for each other and never for ever. */
const rollUp = (source: string): string => `
  insert into requests.rollup_kind (${KIND_NAMES})
  select distinct ${KIND} from ${source} r
  where not exists (
    select from requests.rollup_kind k
    where (k.mode, k.provider, k.model, k.route, k.status, k.outcome, k.error_code) = (${KIND}))
  order by 1, 2, 3, 4, 5, 6, 7
  on conflict do nothing;

  insert into requests.rollup as t (level, bucket, user_id, api_key_id, kind_id, ${SUM_NAMES})
  ${sumsOf(source)}
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
    first_token_histogram = t.first_token_histogram + excluded.first_token_histogram;`;

/**
 * A trigger and no second statement of the writers: what writes records can not forget it, and a batch that is sent again adds
 * nothing, because its rows are not inserted again. Records that are purged stay in the sums.
 */
const TRIGGERS = `
create function requests.roll_up_new() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from new_records) then return null; end if;
  ${rollUp('(select n.*, 1 as sign from new_records n)')}
  return null;
end
$$;
create function requests.roll_up_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from new_records) then return null; end if;
  ${rollUp(`(select n.*, 1 as sign from new_records n
      union all select o.*, -1 from old_records o)`)}
  return null;
end
$$;
revoke all on function requests.roll_up_new(), requests.roll_up_change() from public;

create trigger record_is_rolled_up after insert on requests.record
  referencing new table as new_records
  for each statement execute function requests.roll_up_new();
create trigger record_is_rolled_up_again after update on requests.record
  referencing new table as new_records old table as old_records
  for each statement execute function requests.roll_up_change();
`;

/** Sums that are not what the records of these days add up to; from day to day, the last one not included. */
const FAULTS = `
create function requests.rollup_faults(first_day date, day_after date)
returns table (level text, bucket timestamptz, user_id uuid, api_key_id uuid, kind_id int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with wanted (level, bucket, user_id, api_key_id, kind_id, ${SUM_NAMES}) as (
    ${sumsOf(`(select n.*, 1 as sign from requests.record n
      where n.at >= first_day::timestamp at time zone 'UTC'
        and n.at < day_after::timestamp at time zone 'UTC')`)}
  ), kept as (
    select * from requests.rollup
    where rollup.bucket >= first_day::timestamp at time zone 'UTC'
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
revoke all on function requests.rollup_faults(date, date) from public;
grant execute on function requests.rollup_faults(date, date) to tollgate_worker;
`;

const BACKFILL = rollUp('(select n.*, 1 as sign from requests.record n)');

const INDEXES_AND_GRANTS = `
create index rollup_of_user on requests.rollup (user_id, level, bucket)
  where user_id <> '00000000-0000-0000-0000-000000000000';
create index rollup_of_key on requests.rollup (api_key_id, level, bucket)
  where user_id <> '00000000-0000-0000-0000-000000000000';
create index record_by_time on requests.record (at desc, id desc);
grant select on requests.rollup, requests.rollup_kind
  to tollgate_account, tollgate_admin, tollgate_worker;
`;
