import type { UsageScope } from './sum-range.ts';

/**
 * A fault is ours or a provider's: neither a caller's mistake nor a caller's leaving. A replay
 * repeats a fault that was counted.
 */
const IS_FAULT = `k.outcome = 'partial' or (k.outcome in ('failed', 'refused')
    and (k.status >= 500 or k.error_code = 'upstream_rate_limited'))`;

export const SUMS = `sum(r.requests)::text as requests,
  coalesce(sum(r.requests) filter (
    where k.outcome in ('served', 'replayed') and k.status < 400), 0)::text as succeeded,
  coalesce(sum(r.requests) filter (where k.outcome in ('failed', 'partial')), 0)::text as failed,
  coalesce(sum(r.requests) filter (where k.outcome = 'refused'), 0)::text as refused,
  coalesce(sum(r.requests) filter (where ${IS_FAULT}), 0)::text as faults,
  sum(r.input_tokens)::text as input, sum(r.cache_read_tokens)::text as "cacheRead",
  sum(r.cache_write_tokens)::text as "cacheWrite", sum(r.output_tokens)::text as output,
  sum(r.reasoning_tokens)::text as reasoning, sum(r.charged_n)::text as charged`;

/** How long what was answered in full took. */
export const TIMES = `coalesce(sum(r.total_histogram) filter (where k.outcome = 'served'), 0)::text as total,
  coalesce(sum(r.first_token_histogram) filter (where k.outcome = 'served'), 0)::text
    as "firstToken"`;

/** The sums of everybody, or those of single keys. */
type Level = 'all' | 'key';

export function levelOf({ userId, apiKeyId }: UsageScope): Level {
  return userId === null && apiKeyId === null ? 'all' : 'key';
}

/** The last condition lets the partial indexes of users and keys be used. */
const OF_KEYS = `and (cast(:userId as uuid) is null or user_id = cast(:userId as uuid))
  and (cast(:apiKeyId as uuid) is null or api_key_id = cast(:apiKeyId as uuid))
  and user_id <> '00000000-0000-0000-0000-000000000000'`;

type Grain = 'month' | 'day' | 'hour';

const rowsOf = (level: Level, grain: Grain, when: string): string =>
  `select * from requests.rollup
   where level = '${level}_${grain}' and ${when} ${level === 'key' ? OF_KEYS : ''}`;

/** Rows of sums between two bindings. */
const part = (level: Level, grain: Grain, [from, until]: [string, string]): string =>
  rowsOf(
    level,
    grain,
    `bucket >= cast(:${from} as timestamptz) and bucket < cast(:${until} as timestamptz)`,
  );

/** Whole months, where sums of months exist and the report asks for no steps. */
const days = (level: Level): string =>
  level === 'all'
    ? part(level, 'day', ['firstDay', 'dayAfter'])
    : `${part(level, 'month', ['firstMonth', 'monthAfter'])}
       union all ${part(level, 'day', ['firstDay', 'firstMonth'])}
       union all ${part(level, 'day', ['monthAfter', 'dayAfter'])}`;

/** The sums under `r` with the kinds that are wanted. */
const ofKinds = (sums: string): string => `(${sums}) r
  join requests.rollup_kind k on k.id = r.kind_id
    and (cast(:provider as text) is null or k.provider = :provider)
    and (cast(:mode as text) is null or k.mode = :mode)
    and (cast(:model as text) is null or k.model = :model or k.alias = :model)
    and (cast(:route as text) is null or k.route = :route)
    and (cast(:statusFrom as int) is null or k.status between :statusFrom and :statusTo)
    and (cast(:outcome as text) is null or k.outcome = :outcome)
    and (cast(:errorCode as text) is null or k.error_code = :errorCode)
    and (cast(:alias as text) is null or k.alias = :alias)`;

/** Whole days from the sums of days, what sticks out at either end from those of hours. */
export const inRange = (level: Level): string =>
  ofKinds(`${days(level)}
  union all ${part(level, 'hour', ['from', 'firstDay'])}
  union all ${part(level, 'hour', ['dayAfter', 'until'])}`);

const SUMMED = [
  'requests',
  'input_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
  'output_tokens',
  'reasoning_tokens',
  'charged_n',
  'total_histogram',
  'first_token_histogram',
];

/** Sums that count at a moment; `taken` are taken away there. */
const at = (moment: string, sums: string, taken = false): string =>
  `select ${moment} as at, s.user_id, s.api_key_id, s.kind_id, ${SUMMED.map((name) => `${taken ? '-' : ''}s.${name} as ${name}`).join(', ')}
   from (${sums}) s`;

/**
 * Sums like `inRange`, for steps that do not begin at midnight in UTC: each day of UTC counts at
 * its noon, and the hours between a step's beginning and the midnight next to it are taken from
 * there and count by themselves. Read by the hour, a year would be up to 24 times as many rows.
 */
export const inSteps = (level: Level): string => {
  const moved = rowsOf(level, 'hour', 'bucket = any(cast(:moved as timestamptz[]))');
  return ofKinds(`
    ${at(`s.bucket + interval '12 hours'`, part(level, 'day', ['firstDay', 'dayAfter']))}
    union all ${at('s.bucket', part(level, 'hour', ['from', 'firstDay']))}
    union all ${at('s.bucket', part(level, 'hour', ['dayAfter', 'until']))}
    union all ${at('s.bucket', moved)}
    union all ${at(`date_trunc('day', s.bucket, 'UTC') + interval '12 hours'`, moved, true)}`);
};
