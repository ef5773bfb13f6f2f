import type { Knex } from 'knex';

/** The constraint gives way to one that knows the alias as well. */
export const contracts = { since: '0015_month_sums', because: 'no code names the constraint' };

/**
 * Records say by which alias a call came to its model and what was tried for it; the sums tell calls of an alias apart. Records of
 * before have no alias and stay where they are in the sums.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(COLUMNS);
  await trx.raw(TRIGGERS);
  await trx.raw(FAULTS);
}

/** Records wait until the new triggers are there, so that none is summed up under half a name. */
const COLUMNS = `
lock table requests.record in share row exclusive mode;
alter table requests.record add column alias text;
alter table requests.record add column tries jsonb;
alter table requests.rollup_kind add column alias text not null default '';
alter table requests.rollup_kind
  drop constraint rollup_kind_mode_provider_model_route_status_outcome_error__key;
alter table requests.rollup_kind add constraint rollup_kind_is_one
  unique (mode, provider, model, alias, route, status, outcome, error_code);
grant select on catalog.alias to tollgate_account;
`;

const NIL = "'00000000-0000-0000-0000-000000000000'::uuid";
const KIND = `r.mode, coalesce(r.provider, ''), coalesce(r.model, ''), coalesce(r.alias, ''), r.route, r.status, r.outcome,
    coalesce(r.error_code, '')`;
const KIND_NAMES = 'mode, provider, model, alias, route, status, outcome, error_code';
const SUM_NAMES = `requests, input_tokens, cache_read_tokens, cache_write_tokens, output_tokens,
  reasoning_tokens, charged_n, total_histogram, first_token_histogram`;

const DAYS_AND_HOURS = `
    ('all_hour', date_trunc('hour', r.at, 'UTC'), ${NIL}, ${NIL}),
    ('all_day', date_trunc('day', r.at, 'UTC'), ${NIL}, ${NIL}),
    ('key_hour', date_trunc('hour', r.at, 'UTC'), r.user_id, r.api_key_id),
    ('key_day', date_trunc('day', r.at, 'UTC'), r.user_id, r.api_key_id)`;
const MONTHS = `('key_month', date_trunc('month', r.at, 'UTC'), r.user_id, r.api_key_id)`;

/** The sums of records; `source` has their columns and `sign`, which is -1 for what is to be taken back. */
const sumsOf = (source: string, levels: string): string => `
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
    on (k.mode, k.provider, k.model, k.alias, k.route, k.status, k.outcome, k.error_code) = (${KIND})
  cross join lateral (values ${levels}) as l (level, bucket, user_id, api_key_id)
  group by l.level, l.bucket, l.user_id, l.api_key_id, k.id`;

/** Rows are written in the order of their keys, so that two batches wait for each other and never for ever. */
const rollUp = (source: string): string => `
  insert into requests.rollup_kind (${KIND_NAMES})
  select distinct ${KIND} from ${source} r
  where not exists (
    select from requests.rollup_kind k
    where (k.mode, k.provider, k.model, k.alias, k.route, k.status, k.outcome, k.error_code) = (${KIND}))
  order by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict do nothing;

  insert into requests.rollup as t (level, bucket, user_id, api_key_id, kind_id, ${SUM_NAMES})
  ${sumsOf(source, `${DAYS_AND_HOURS}, ${MONTHS}`)}
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

const TRIGGERS = `
create or replace function requests.roll_up_new() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from new_records) then return null; end if;
  ${rollUp('(select n.*, 1 as sign from new_records n)')}
  return null;
end
$$;
create or replace function requests.roll_up_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from new_records) then return null; end if;
  ${rollUp(`(select n.*, 1 as sign from new_records n
      union all select o.*, -1 from old_records o)`)}
  return null;
end
$$;
`;

/**
 * Sums that are not what the records of these days add up to, and months that are not what their days add up to; from day to day, the
 * last one not included.
 */
const FAULTS = `
create or replace function requests.rollup_faults(first_day date, day_after date)
returns table (level text, bucket timestamptz, user_id uuid, api_key_id uuid, kind_id int)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with wanted (level, bucket, user_id, api_key_id, kind_id, ${SUM_NAMES}) as (
    ${sumsOf(
      `(select n.*, 1 as sign from requests.record n
      where n.at >= first_day::timestamp at time zone 'UTC'
        and n.at < day_after::timestamp at time zone 'UTC')`,
      DAYS_AND_HOURS,
    )}
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
`;
