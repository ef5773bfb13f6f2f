import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';
import { ExpiresAfter } from './files.ts';
import { StorableText } from './text.ts';

/** The most lines of one batch. */
export const BATCH_LINES_MAX = 50_000;
/** The longest line, in bytes. */
export const BATCH_LINE_BYTES_MAX = 5_242_880;
/** The longest `custom_id`, in characters. */
export const CUSTOM_ID_CHARACTERS_MAX = 512;
/** Batches of one account that may be open at once. */
export const BATCHES_OPEN_MAX = 20;
/** Lines of one account that run at once. */
export const BATCH_LINES_AT_ONCE = 8;
/** Faults of a file that are reported; a file may have more. */
export const BATCH_FAULTS_MAX = 100;
/** No further line is begun once the results of a batch have so many bytes. */
export const BATCH_RESULT_BYTES_MAX = 536_870_912;

/** Room that a line needs among the files of its owner until its batch has ended, in bytes. */
const RESULT_ROOM_BYTES = 8_388_608;
/** No line is shorter, in bytes. */
const BATCH_LINE_BYTES_MIN = 64;
/** Files that the results of one batch are written to. */
export const RESULT_FILES_MAX = 2;

/** How many bytes the results of so many lines are counted as while their batch is open. */
export function roomOfResults(lines: number): number {
  return Math.min(BATCH_RESULT_BYTES_MAX, lines * RESULT_ROOM_BYTES);
}

/** How many lines a file of so many bytes can have. */
export function linesWithin(bytes: number): number {
  return Math.min(BATCH_LINES_MAX, Math.ceil(bytes / BATCH_LINE_BYTES_MIN));
}

/** The most pairs of metadata, and the longest key and value, in characters. */
const METADATA_PAIRS_MAX = 16;
const METADATA_KEY_CHARACTERS_MAX = 64;
const METADATA_VALUE_CHARACTERS_MAX = 512;
/** The longest page of the list of batches. */
const PAGE_BATCHES_MAX = 100;
const PAGE_BATCHES_DEFAULT = 20;

/** What the lines of a batch may be sent to. */
export const BATCH_ENDPOINTS = [
  '/v1/chat/completions',
  '/v1/responses',
  '/v1/embeddings',
  '/v1/messages',
] as const;

/** One of {@link BATCH_ENDPOINTS}. */
export type BatchEndpoint = (typeof BATCH_ENDPOINTS)[number];

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Seconds = Type.Integer({ description: 'Unix seconds' });
const Count = Type.Integer({ minimum: 0 });

/** How many lines of a batch paid the batch price of their model. */
export const LinesAtBatchPrice = Type.Integer({
  minimum: 0,
  description:
    'Lines that were answered over the batch interface of a provider, at the batch price of their model',
});

const Metadata = Type.Record(
  StorableText({ minLength: 1, maxLength: METADATA_KEY_CHARACTERS_MAX }),
  StorableText({ maxLength: METADATA_VALUE_CHARACTERS_MAX }),
  { maxProperties: METADATA_PAIRS_MAX },
);

/** `POST /v1/batches`, in the shape of OpenAI's API (`BatchCreateParams` of its SDK). */
export const BatchRequest = Type.Object(
  {
    input_file_id: Type.String({ description: 'A file with `purpose: batch`' }),
    endpoint: Type.Union(
      BATCH_ENDPOINTS.map((endpoint) => Type.Literal(endpoint)) as unknown as [
        Type.TLiteral<BatchEndpoint>,
      ],
    ),
    completion_window: Type.Literal('24h'),
    metadata: Type.Optional(Nullable(Metadata)),
    output_expires_after: Type.Optional(ExpiresAfter),
  },
  closed,
);
export type BatchRequest = Static<typeof BatchRequest>;

/** How a batch stands. */
export const BatchStatus = Type.Union([
  Type.Literal('validating'),
  Type.Literal('failed'),
  Type.Literal('in_progress'),
  Type.Literal('finalizing'),
  Type.Literal('completed'),
  Type.Literal('expired'),
  Type.Literal('cancelling'),
  Type.Literal('cancelled'),
]);

const BatchErrors = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(
      Type.Object(
        {
          code: Type.String(),
          message: Type.String(),
          line: Nullable(Type.Integer({ description: 'From 1 on' })),
          param: Nullable(Type.String()),
        },
        closed,
      ),
    ),
  },
  closed,
);

const BatchTokens = Type.Object(
  {
    input_tokens: Count,
    input_tokens_details: Type.Object({ cached_tokens: Count }, closed),
    output_tokens: Count,
    output_tokens_details: Type.Object({ reasoning_tokens: Count }, closed),
    total_tokens: Count,
  },
  closed,
);

/** A batch, in the shape of OpenAI's API (`Batch` of its SDK); `cost` is our own. */
export const Batch = Type.Object(
  {
    id: Type.String({ description: '`batch_…`' }),
    object: Type.Literal('batch'),
    endpoint: Type.String(),
    model: Nullable(Type.String({ description: 'Null where the lines name several' })),
    errors: Nullable(BatchErrors),
    input_file_id: Type.String(),
    completion_window: Type.Literal('24h'),
    status: BatchStatus,
    output_file_id: Nullable(Type.String({ description: 'Answers, once the batch has ended' })),
    error_file_id: Nullable(Type.String({ description: 'Lines without an answer' })),
    created_at: Seconds,
    in_progress_at: Nullable(Seconds),
    expires_at: Seconds,
    finalizing_at: Nullable(Seconds),
    completed_at: Nullable(Seconds),
    failed_at: Nullable(Seconds),
    expired_at: Nullable(Seconds),
    cancelling_at: Nullable(Seconds),
    cancelled_at: Nullable(Seconds),
    request_counts: Type.Object({ total: Count, completed: Count, failed: Count }, closed),
    lines_at_batch_price: LinesAtBatchPrice,
    usage: BatchTokens,
    cost: Type.String({
      pattern: '^[0-9]+\\.[0-9]{9}$',
      description: 'What the lines were charged until now, in credits',
    }),
    metadata: Nullable(Type.Record(Type.String(), Type.String())),
  },
  closed,
);
export type Batch = Static<typeof Batch>;

/** Which batches to list. */
export const BatchListQuery = Type.Object(
  {
    limit: Type.Integer({
      minimum: 1,
      maximum: PAGE_BATCHES_MAX,
      default: PAGE_BATCHES_DEFAULT,
    }),
    after: Type.Optional(Type.String({ description: 'Shows what comes after this id' })),
  },
  closed,
);

/** One page of batches, newest first. */
export const BatchList = Type.Object(
  {
    object: Type.Literal('list'),
    data: Type.Array(Batch),
    first_id: Nullable(Type.String()),
    last_id: Nullable(Type.String()),
    has_more: Type.Boolean(),
  },
  closed,
);
