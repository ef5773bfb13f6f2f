import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';
import { SESSION_ID_CHARACTERS_MAX } from './headers.ts';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Count = Type.Integer({ minimum: 0 });
const Credits = Type.String({
  pattern: '^[0-9]+\\.[0-9]{9}$',
  description: 'Credits as a decimal string with nine decimals',
});

/** The longest range of insights and usage, in days. */
export const USAGE_DAYS_MAX = 3_660;
/** The longest range by days of another zone than UTC, in days. */
export const USAGE_ZONED_DAYS_MAX = 366;
/** The longest range by hours, in days. */
export const USAGE_HOURLY_DAYS_MAX = 31;
const HOURS_PER_DAY = 24;
/** The longest range of a series by group, in days: a chart has no room for more steps. */
export const USAGE_SERIES_DAYS_MAX = 366;
/** The most groups of a series that stand by themselves. */
const USAGE_SERIES_GROUPS_MAX = 10;
const USAGE_SERIES_GROUPS_DEFAULT = 5;
const ZONE_CHARACTERS_MAX = 64;
/** The days of a report when the caller names none. */
const USAGE_DAYS_DEFAULT = 90;

const counted = (description: string) => Type.Integer({ minimum: 0, description });
const tokens = {
  input: counted('Tokens of the whole prompt: `prompt_tokens` of the answer'),
  cache_read: counted('Tokens of `input` that were read from a cache'),
  cache_write: counted('Tokens of `input` that were written to a cache'),
  output: counted('Tokens of the whole answer: `completion_tokens`'),
  reasoning: counted('Tokens of `output` that were spent on reasoning'),
};

const metrics = {
  requests: Count,
  succeeded: Type.Integer({
    minimum: 0,
    description: 'Answered in full, replays included, errors that were replayed not',
  }),
  failed: Type.Integer({ minimum: 0, description: 'Failed or broke off after dispatch' }),
  refused: Type.Integer({ minimum: 0, description: 'Refused before anything was sent' }),
  faults: Type.Integer({
    minimum: 0,
    description:
      'Ended badly through us or a provider: 5xx, a provider that asked for a pause, or an answer that broke off',
  }),
  success_rate: Nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'succeeded / (succeeded + faults): what callers do wrong does not lower the rate; null without any',
    }),
  ),
  tokens: Type.Object(
    { ...tokens, total: counted('`input` and `output`') },
    { ...closed, description: 'Tokens as the answers of the requests count them' },
  ),
  credits: Credits,
};

/** The sums of a number of requests. */
export const UsageMetrics = Type.Object(metrics, closed);
export type UsageMetrics = Static<typeof UsageMetrics>;

/** Percentiles of answered requests in milliseconds, five percent off at most; null without any. */
export const LatencyPercentiles = Nullable(
  Type.Object({ p50: Count, p90: Count, p95: Count, p99: Count }, closed),
);
export type LatencyPercentiles = Static<typeof LatencyPercentiles>;

const timed = {
  ...metrics,
  latency_ms: LatencyPercentiles,
  first_token_ms: Nullable(
    Type.Object(
      { p50: Count, p90: Count, p95: Count, p99: Count },
      {
        ...closed,
        description: 'The time to the first token of streams; a whole answer has no first token',
      },
    ),
  ),
};
/** The sums of a number of requests, and how long they took. */
export const TimedMetrics = Type.Object(timed, closed);
export type TimedMetrics = Static<typeof TimedMetrics>;

/** One step of a series; steps without requests are there as well. */
export const UsageStep = Type.Object(
  { at: Type.String({ format: 'date-time', description: 'When the step starts' }), ...timed },
  closed,
);
export type UsageStep = Static<typeof UsageStep>;

/** Requests that went to one model. */
export const ModelUsage = Type.Object({ model: Type.String(), ...timed }, closed);
export type ModelUsage = Static<typeof ModelUsage>;
/** Requests of one key. */
export const KeyUsage = Type.Object({ api_key_id: Type.String(), ...metrics }, closed);
/** Requests to one address of the API. */
export const EndpointUsage = Type.Object({ endpoint: Type.String(), ...timed }, closed);
/** How often an error was answered. */
export const ErrorUsage = Type.Object(
  { code: Type.String(), status: Type.Integer(), requests: Count },
  closed,
);
export type ErrorUsage = Static<typeof ErrorUsage>;

/** A moment with its offset from UTC. */
export const Moment = Type.String({
  format: 'date-time',
  maxLength: 40,
  description: 'RFC 3339 with an offset',
});

const WHOLE_HOUR = 'RFC 3339 with an offset, on a whole hour of UTC: sums are kept by the hour';

/** A moment on a whole hour. */
export const WholeHour = Type.String({ ...Moment, description: WHOLE_HOUR });

const range = {
  from: Type.String({ format: 'date-time', description: 'The first moment that counts' }),
  until: Type.String({ format: 'date-time', description: 'The first moment that does not count' }),
};

const report = {
  ...timed,
  series: Type.Array(UsageStep, { description: 'By day in UTC, oldest first' }),
  models: Type.Array(ModelUsage, { description: 'Most requests first' }),
  errors: Type.Array(ErrorUsage, { description: 'Most frequent first' }),
};

/** How many days to look back. */
export const InsightsQuery = Type.Object(
  {
    days: Type.Integer({
      minimum: 1,
      maximum: USAGE_DAYS_MAX,
      default: USAGE_DAYS_DEFAULT,
      description: 'How many days to look back, today included',
    }),
  },
  closed,
);

/** Which calls count: paid calls, calls of the sandbox, or both. */
export const ModeFilter = Type.Union(
  [Type.Literal('live'), Type.Literal('test'), Type.Literal('all')],
  {
    default: 'live',
    description: 'Requests of live keys, of test keys (the sandbox), or all of them',
  },
);

const usageRange = {
  ...InsightsQuery.properties,
  hours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: USAGE_HOURLY_DAYS_MAX * HOURS_PER_DAY,
      description: 'How many hours to look back, this one included; in place of `days`',
    }),
  ),
  date_from: Type.Optional(
    Type.String({
      ...WholeHour,
      description: `${WHOLE_HOUR}. The first moment that counts; together with \`date_to\`, in place of \`days\``,
    }),
  ),
  date_to: Type.Optional(
    Type.String({
      ...WholeHour,
      description: `${WHOLE_HOUR}. The first moment that does not count`,
    }),
  ),
  from: Type.Optional(
    Type.String({
      format: 'date',
      description: 'The first day that counts; together with `to`, in place of `days`',
      examples: ['2026-11-01'],
    }),
  ),
  to: Type.Optional(
    Type.String({
      format: 'date',
      description: 'The last day that counts',
      examples: ['2026-11-30'],
    }),
  ),
  time_zone: Type.String({
    maxLength: ZONE_CHARACTERS_MAX,
    default: 'UTC',
    description: `Where days begin and end, by its IANA name; ${USAGE_ZONED_DAYS_MAX} days at most for others than UTC`,
    examples: ['Europe/Berlin'],
  }),
  step: Type.Union([Type.Literal('day'), Type.Literal('hour')], {
    default: 'day',
    description: `The step of the series; ${USAGE_HOURLY_DAYS_MAX} days at most by hour`,
  }),
  mode: ModeFilter,
};

/** Whether the period before is read as well. */
export const Compare = Type.Boolean({
  default: false,
  description: 'Also sum up the period before, which is as long',
});

/** Which of the account's requests to sum up. */
export const UsageQuery = Type.Object({ ...usageRange, compare: Compare }, closed);
export type UsageQuery = Static<typeof UsageQuery>;
/** Which time a report is about. */
export type UsageRangeQuery = Omit<UsageQuery, 'compare'>;

const seriesGroups = {
  top: Type.Integer({
    minimum: 1,
    maximum: USAGE_SERIES_GROUPS_MAX,
    default: USAGE_SERIES_GROUPS_DEFAULT,
    description: 'How many groups stand by themselves; all others together are one more',
  }),
};

/** Which of the account's requests to sum up by group and step. */
export const UsageSeriesQuery = Type.Object(
  {
    ...usageRange,
    group: Type.Union([Type.Literal('model'), Type.Literal('key')], {
      default: 'model',
      description: 'By model, or by key',
    }),
    ...seriesGroups,
  },
  closed,
);
export type UsageSeriesQuery = Static<typeof UsageSeriesQuery>;

const groupSums = {
  requests: Count,
  faults: metrics.faults,
  tokens: counted('Tokens of prompts and answers'),
  credits: Credits,
};

/** One step of a group. */
const GroupStep = Type.Object({ at: UsageStep.properties.at, ...groupSums }, closed);

const group = {
  id: Nullable(
    Type.String({
      description:
        'The model, or the id of the key or user; `(unknown)` for requests that named no known model. Null: all others together',
    }),
  ),
  ...groupSums,
  series: Type.Array(GroupStep, { description: 'Every step of the range, oldest first' }),
};

/** The requests of one group over time. */
export const UsageGroup = Type.Object(group, closed);
export type UsageGroup = Static<typeof UsageGroup>;

const USAGE_GROUPS_ORDER =
  'Most credits first, then those without an id. Groups add up to all requests of the range';

/** What groups have used over time. */
export const UsageSeriesOut = Type.Object(
  {
    ...range,
    time_zone: Type.String(),
    data: Type.Array(UsageGroup, { description: USAGE_GROUPS_ORDER }),
  },
  closed,
);

/** What one key was used for. */
export const KeyInsights = Type.Object(
  { api_key_id: Type.String(), days: Type.Integer(), ...range, ...report },
  closed,
);
export type KeyInsights = Static<typeof KeyInsights>;

/** What the period before came to; steps stand at the same index as those that follow them. */
export const UsageBefore = Nullable(
  Type.Object(
    { ...range, ...timed, series: Type.Array(UsageStep) },
    {
      ...closed,
      description:
        'The period before, as long as this one. Null without `compare`, and before 1970',
    },
  ),
);
export type UsageBefore = Static<typeof UsageBefore>;

/** What the account has used. */
export const UsageOut = Type.Object(
  {
    days: Type.Integer(),
    ...range,
    time_zone: Type.String(),
    ...report,
    series: Type.Array(UsageStep, {
      description:
        'By day of the time zone, or by hour; oldest first. Sums are kept by hours of UTC: an hour in which a day begins belongs to the day before',
    }),
    endpoints: Type.Array(EndpointUsage, { description: 'Most requests first' }),
    keys: Type.Array(KeyUsage, { description: 'Most credits first; deleted keys included' }),
    before: UsageBefore,
  },
  closed,
);
export type UsageOut = Static<typeof UsageOut>;

/** The longest range of sums by session, in days. */
const SESSION_DAYS_MAX = 90;
/** The most sessions of one answer. */
const SESSIONS_MAX = 1_000;

/** Which sessions to sum up. */
export const SessionUsageQuery = Type.Object(
  {
    days: Type.Integer({
      minimum: 1,
      maximum: SESSION_DAYS_MAX,
      default: 30,
      description: 'How many days in UTC to look back, today included',
    }),
    mode: ModeFilter,
    session_id: Type.Optional(Type.String({ maxLength: SESSION_ID_CHARACTERS_MAX })),
    limit: Type.Integer({ minimum: 1, maximum: SESSIONS_MAX, default: 50 }),
  },
  closed,
);

const session = {
  session_id: Type.String({ description: 'What the caller named' }),
  first_at: Type.String({ format: 'date-time', description: 'The first request of these days' }),
  last_at: Type.String({ format: 'date-time', description: 'The last request of these days' }),
  requests: Count,
  tokens: metrics.tokens,
  credits: Credits,
};

/** What one session came to. */
export const SessionUsage = Type.Object(session, closed);
export type SessionUsage = Static<typeof SessionUsage>;

/** What the sessions of the account came to. */
export const SessionUsageOut = Type.Object(
  {
    days: Type.Integer(),
    ...range,
    data: Type.Array(SessionUsage, { description: 'Most credits first' }),
  },
  closed,
);

/** Schemas that records of requests and the platform's views of usage are made of. */
export const usageParts = {
  metrics,
  timed,
  range,
  tokens,
  session,
  Credits,
  seriesGroups,
  group,
  USAGE_GROUPS_ORDER,
};
