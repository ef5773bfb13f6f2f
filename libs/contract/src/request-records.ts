import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';
import { REQUEST_ID_CHARACTERS_MAX, SESSION_ID_CHARACTERS_MAX, TAG_PATTERN } from './headers.ts';
import { AliasStrategy } from './platform/aliases.ts';
import { Moment, usageParts } from './usage-report.ts';

const { tokens, Credits } = usageParts;
const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Timestamp = Type.String({ format: 'date-time' });

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

const FilterText = Type.String({ maxLength: 300 });

/** Lists show all modes unless the caller asks for one. */
const ModeFilterOfLists = Type.Union(
  [Type.Literal('live'), Type.Literal('test'), Type.Literal('all')],
  { description: 'Only requests of live or of test keys' },
);

const SessionIdFilter = Type.String({
  maxLength: SESSION_ID_CHARACTERS_MAX,
  description: 'The session that the caller named',
});

/** What every list of requests can be narrowed by, beside its own. */
const recordFilters = {
  date_from: Type.Optional(
    Type.String({ ...Moment, description: 'The first moment that counts, with its offset' }),
  ),
  date_to: Type.Optional(
    Type.String({ ...Moment, description: 'The first moment that does not count' }),
  ),
  error_code: Type.Optional(
    Type.String({ maxLength: 100, description: 'The code of the error that was answered' }),
  ),
  alias: Type.Optional(
    Type.String({ maxLength: 300, description: 'The alias that led to the model' }),
  ),
  tag: Type.Optional(
    Type.String({
      pattern: TAG_PATTERN,
      description: 'The tag of the call, by X-Svc-Tag or else metadata.tag',
    }),
  ),
  stream: Type.Optional(
    Type.Boolean({ description: 'Only streams, or only what was answered as a whole' }),
  ),
};

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
      Type.String({ maxLength: 300, description: 'An exact id, or a requested alias' }),
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
        description: 'The X-Request-ID of the answer, or the public_id of the request',
      }),
    ),
    session_id: Type.Optional(SessionIdFilter),
    ...recordFilters,
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
  video_seconds: Nullable(
    Type.Integer({ description: 'Seconds of video that were made; null for other calls' }),
  ),
  credits: Credits,
  latency_ms: Type.Integer(),
  first_token_ms: Nullable(
    Type.Integer({ description: 'The time to the first token of a stream' }),
  ),
  session_id: Nullable(
    Type.String({ description: 'The session that the caller named, by X-Svc-Session-Id or else' }),
  ),
  tag: Nullable(
    Type.String({ description: 'The tag of the call, by X-Svc-Tag or else metadata.tag' }),
  ),
};

/** One request in a list. */
export const RequestOut = Type.Object(request, closed);
export type RequestOut = Static<typeof RequestOut>;

/** From … to of what is in the archive alone. */
export const ArchivedOut = Type.Object(
  {
    from: Timestamp,
    to: Type.String({ format: 'date-time', description: 'The first moment that is not archived' }),
  },
  {
    ...closed,
    description:
      'The part of the requested time that is in the archive, and not listed or counted here',
  },
);
export type ArchivedOut = Static<typeof ArchivedOut>;

/**
 * Said by every answer that is made of records of requests or of movements of the ledger; null
 * where nothing is left out.
 */
export const archivedPart = { archived: Nullable(ArchivedOut) };

/** One page of requests, newest first. */
export const RequestList = Type.Object(
  {
    data: Type.Array(RequestOut),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
    ...archivedPart,
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
      Type.String({
        description:
          'Who counted: provider, counted or estimated; implausible where the provider reported impossible usage, so that our own count was charged',
      }),
    ),
    price_version_id: Nullable(Type.String()),
    uplift_bp: Nullable(Type.Integer({ description: 'On top of the list price' })),
    cost: Type.String({ description: 'What the lines come to, uplift included' }),
    held: Nullable(
      Type.String({
        description: 'What was held; null where nothing was, and for requests of earlier versions',
      }),
    ),
    charged: Type.String({
      description:
        'What was taken: what was held at most, or up to three times that where the provider used more than the hold covers',
    }),
    service_tier: Nullable(
      Type.Object(
        {
          asked: Nullable(
            Type.String({
              description:
                'flex, priority, or batch for the batch interface of a provider; null for the standard tier',
            }),
          ),
          answered: Nullable(
            Type.String({
              description: 'The tier that the provider says it has answered in; null without any',
            }),
          ),
        },
        {
          ...closed,
          description: 'Null where no tier was asked for and the provider named none',
        },
      ),
    ),
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
      Type.String({
        description: 'The message that a caller gets when a request ends with this failure',
      }),
    ),
    upstream_status: Nullable(Type.Integer({ description: 'What the provider answered' })),
    left_out: Type.Array(Type.String(), {
      description: 'Content that another model has signed, which this call went without',
    }),
    after_ms: Type.Integer({ description: 'From the arrival of the request' }),
    took_ms: Type.Integer(),
  },
  closed,
);
export type RequestTry = Static<typeof RequestTry>;

/** Why a target of an alias had no turn in a call. */
const PassedOver = Type.Union([Type.Literal('paused'), Type.Literal('unsuited')], {
  description:
    'paused: its provider had failed shortly before; unsuited: it does not support the request, or has no room for it',
});

/** How an alias ordered its targets for one call. */
export const RequestRouting = Type.Object(
  {
    strategy: AliasStrategy,
    targets: Type.Array(
      Type.Object(
        {
          model: Type.String(),
          figure: Nullable(
            Type.Number({
              description:
                'What the strategy compared: the weight; the credits of a million tokens of a usual call, uplifts included; the milliseconds until a response began lately; the context limit in tokens. Null where nothing is compared or known',
            }),
          ),
          passed_over: Nullable(PassedOver),
        },
        closed,
      ),
      { description: 'In the order of this call' },
    ),
  },
  closed,
);
export type RequestRouting = Static<typeof RequestRouting>;

const details = {
  ...request,
  attempt: Type.Integer(),
  attempts: Type.Array(RequestTry, {
    description: 'Every call of a provider, fallbacks and repetitions included, in their order',
  }),
  /** Null for an exact id, an alias of one target, videos, and where no provider was called. */
  routing: Nullable(RequestRouting),
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
export const RequestIdParams = Type.Object(
  {
    public_id: Type.String({
      description: 'The public_id of the request, or the request_id (X-Request-ID) of its answer',
    }),
  },
  closed,
);

/** Schemas that the platform's views of requests are made of. */
export const requestParts = {
  request,
  details,
  recordFilters,
  ModeFilterOfLists,
  SessionIdFilter,
};
