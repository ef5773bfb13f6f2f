import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';
import { REQUEST_ID_CHARACTERS_MAX } from './headers.ts';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Timestamp = Type.String({ format: 'date-time' });
const Count = Type.Integer({ minimum: 0 });
const Credits = Type.String({
  pattern: '^[0-9]+\\.[0-9]{9}$',
  description: 'Credits as a decimal string with nine decimals',
});

/** The longest range of insights and usage, in days. */
const USAGE_DAYS_MAX = 3_660;
/** Days that are looked back when a caller does not say. */
const USAGE_DAYS_DEFAULT = 90;
/** The most requests on one page. */
export const REQUESTS_LIMIT_MAX = 1_000;

/** How a request ended. */
const RequestOutcome = Type.Union(
  [
    Type.Literal('served'),
    Type.Literal('replayed'),
    Type.Literal('partial'),
    Type.Literal('client_gone'),
    Type.Literal('failed'),
    Type.Literal('refused'),
  ],
  {
    description:
      'served and replayed: answered in full; partial: the answer broke off; client_gone: the caller left; failed: after dispatch; refused: before anything was sent',
  },
);
export type RequestOutcome = Static<typeof RequestOutcome>;

const tokens = {
  input: Count,
  cache_read: Count,
  cache_write: Count,
  output: Count,
  reasoning: Count,
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
    { ...tokens, total: Count },
    { ...closed, description: 'By kind; kinds never overlap' },
  ),
  credits: Credits,
};

/** What a number of requests came to. */
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
      { ...closed, description: 'Of streams: a whole answer has no first token' },
    ),
  ),
};
/** What a number of requests came to, and how long they took. */
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
/** Requests of one key. */
export const KeyUsage = Type.Object({ api_key_id: Type.String(), ...metrics }, closed);
/** Requests to one address of the API. */
export const EndpointUsage = Type.Object({ endpoint: Type.String(), ...timed }, closed);
/** How often an error was answered. */
export const ErrorUsage = Type.Object(
  { code: Type.String(), status: Type.Integer(), requests: Count },
  closed,
);

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

/** Whose figures: paid calls, calls of the sandbox, or both together. */
export const ModeFilter = Type.Union(
  [Type.Literal('live'), Type.Literal('test'), Type.Literal('all')],
  {
    default: 'live',
    description: 'Requests of live keys, of test keys (the sandbox), or all of them',
  },
);

/** Which of the account's requests to sum up. */
export const UsageQuery = Type.Object({ ...InsightsQuery.properties, mode: ModeFilter }, closed);

/** What one key was used for. */
export const KeyInsights = Type.Object(
  { api_key_id: Type.String(), days: Type.Integer(), ...range, ...report },
  closed,
);
export type KeyInsights = Static<typeof KeyInsights>;

/** What the account has used. */
export const UsageOut = Type.Object(
  {
    days: Type.Integer(),
    ...range,
    ...report,
    endpoints: Type.Array(EndpointUsage, { description: 'Most requests first' }),
    keys: Type.Array(KeyUsage, { description: 'Most credits first; deleted keys included' }),
  },
  closed,
);
export type UsageOut = Static<typeof UsageOut>;

/** A moment with its offset from UTC. */
export const Moment = Type.String({
  format: 'date-time',
  maxLength: 40,
  description: 'RFC 3339 with an offset',
});

const FilterText = Type.String({ maxLength: 300 });

/** Lists show what there is: they are narrowed only where somebody asks for that. */
const ModeFilterOfLists = Type.Union(
  [Type.Literal('live'), Type.Literal('test'), Type.Literal('all')],
  { description: 'Only requests of live or of test keys' },
);

/** Which of the caller's own requests to list. */
export const RequestsQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: REQUESTS_LIMIT_MAX, default: 50 }),
    cursor: Type.Optional(
      Type.String({ maxLength: 100, description: 'The next_cursor of the page before' }),
    ),
    api_key_id: Type.Optional(FilterText),
    mode: Type.Optional(ModeFilterOfLists),
    model: Type.Optional(
      Type.String({ maxLength: 300, description: 'An exact id, or an alias that was asked for' }),
    ),
    status: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'A status such as 429, a class such as 4xx, or an outcome such as served',
      }),
    ),
    request_id: Type.Optional(
      Type.String({
        maxLength: REQUEST_ID_CHARACTERS_MAX,
        description: 'The X-Request-ID of the answer',
      }),
    ),
  },
  closed,
);

const request = {
  public_id: Type.String(),
  request_id: Type.String({ description: 'The X-Request-ID of the answer' }),
  created_at: Timestamp,
  api_key_id: Type.String(),
  mode: Type.Union([Type.Literal('live'), Type.Literal('test')]),
  endpoint: Type.String(),
  model_requested: Nullable(Type.String()),
  provider: Nullable(Type.String()),
  model: Nullable(Type.String({ description: 'What answered, by its exact id' })),
  stream: Type.Boolean(),
  async: Type.Boolean(),
  alias: Nullable(Type.String({ description: 'The alias that led to the model' })),
  status: Type.Integer(),
  outcome: RequestOutcome,
  error_code: Nullable(Type.String()),
  tokens: Nullable(Type.Object(tokens, closed)),
  credits: Credits,
  latency_ms: Type.Integer(),
  first_token_ms: Nullable(Type.Integer({ description: 'Of streams' })),
};

/** One request in a list. */
export const RequestOut = Type.Object(request, closed);
export type RequestOut = Static<typeof RequestOut>;

/** One page of requests, newest first. */
export const RequestList = Type.Object(
  {
    data: Type.Array(RequestOut),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
  },
  closed,
);

/** What a charge was made of. */
export const ReceiptOut = Type.Object(
  {
    lines: Type.Array(
      Type.Object(
        {
          dimension: Type.String(),
          quantity: Type.Integer(),
          unit_price: Type.String({ description: 'Credits a token or call, without uplift' }),
        },
        closed,
      ),
    ),
    usage_source: Nullable(
      Type.String({ description: 'Who counted: provider, counted or estimated' }),
    ),
    price_version_id: Nullable(Type.String()),
    uplift_bp: Nullable(Type.Integer({ description: 'On top of the list price' })),
    cost: Type.String({ description: 'What the lines come to, uplift included' }),
    charged: Type.String({ description: 'What was taken: never more than was held' }),
  },
  closed,
);
export type ReceiptOut = Static<typeof ReceiptOut>;

/** One call of a provider for a request. */
export const RequestTry = Type.Object(
  {
    provider: Type.String(),
    model: Type.String(),
    hold: Nullable(
      Type.Integer({
        description:
          'The attempt in the ledger whose hold covered the try; null where the request had one only',
      }),
    ),
    failure: Nullable(
      Type.String({
        description: 'Null when the provider answered; cut_short when we ended the try',
      }),
    ),
    error_code: Nullable(
      Type.String({ description: 'What a caller is told when a request ends with this failure' }),
    ),
    upstream_status: Nullable(Type.Integer({ description: 'What the provider answered' })),
    after_ms: Type.Integer({ description: 'From the arrival of the request' }),
    took_ms: Type.Integer(),
  },
  closed,
);
export type RequestTry = Static<typeof RequestTry>;

const details = {
  ...request,
  attempt: Type.Integer(),
  attempts: Type.Array(RequestTry, {
    description: 'Every call of a provider, fallbacks and repetitions included, in their order',
  }),
  output_policy: Nullable(Type.String()),
  effective_max_tokens: Nullable(Type.Integer()),
  timings: Type.Object(
    {
      queue_ms: Nullable(Type.Integer({ description: 'From arrival until it was sent' })),
      upstream_ms: Nullable(Type.Integer({ description: 'From there to the first byte back' })),
      first_token_ms: Nullable(Type.Integer()),
      total_ms: Type.Integer(),
    },
    closed,
  ),
  receipt: Nullable(ReceiptOut),
};

/** Everything about one request of the caller's own. */
export const RequestDetail = Type.Object(details, closed);
export type RequestDetail = Static<typeof RequestDetail>;

/** The path parameter of one request. Any text goes: what is no id of the caller's is not found. */
export const RequestIdParams = Type.Object({ public_id: Type.String() }, closed);

/** Schemas that the platform's views of usage are made of. */
export const usageParts = { metrics, timed, range, request, details, ModeFilterOfLists };
