import { Type } from 'typebox';
import type { Static } from 'typebox';
import { BatchStatus, LinesAtBatchPrice } from './batches.ts';
import { closed } from './closed.ts';
import { OperationsQuery } from './operations.ts';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Timestamp = Type.String({ format: 'date-time' });
const Count = Type.Integer({ minimum: 0 });

/** Which of the caller's batches to list: as operations are. */
export const BatchesQuery = Type.Object(
  {
    limit: OperationsQuery.properties.limit,
    cursor: OperationsQuery.properties.cursor,
    state: Type.Optional(
      Type.Union([Type.Literal('open'), Type.Literal('ended')], {
        description: 'Only batches that go on, or only those that have ended',
      }),
    ),
  },
  closed,
);

const BatchFile = Type.Object(
  {
    id: Type.String({ description: '`file_…`' }),
    filename: Type.String(),
    bytes: Type.Integer(),
    /** Null where the policy of retention alone ends it. */
    kept_until: Nullable(Timestamp),
  },
  closed,
);

/** A batch of the account with its state. */
export const UserBatch = Type.Object(
  {
    id: Type.String({ description: '`batch_…`' }),
    state: BatchStatus,
    mode: Type.Union([Type.Literal('live'), Type.Literal('test')]),
    endpoint: Type.String(),
    model: Nullable(Type.String({ description: 'Null where the lines name several' })),
    api_key_id: Type.String(),
    request_id: Type.String({ description: 'The X-Request-ID of the call that began it' }),
    lines: Count,
    done: Type.Integer({ minimum: 0, description: 'Lines that were answered' }),
    failed: Type.Integer({ minimum: 0, description: 'Lines that failed or were not run' }),
    lines_at_batch_price: LinesAtBatchPrice,
    charged: Type.String({ description: 'What the lines were charged until now, in credits' }),
    errors: Type.Array(
      Type.Object(
        { code: Type.String(), message: Type.String(), line: Nullable(Type.Integer()) },
        closed,
      ),
      { description: 'Faults of the file, or why the batch was stopped' },
    ),
    /** Null once the file is gone, as of the files of results. */
    input_file: Nullable(BatchFile),
    /** Null while there is none. */
    output_file: Nullable(BatchFile),
    error_file: Nullable(BatchFile),
    created_at: Timestamp,
    expires_at: Timestamp,
    finished_at: Nullable(Timestamp),
  },
  closed,
);
export type UserBatch = Static<typeof UserBatch>;

/** One page of batches, newest first. */
export const UserBatchList = Type.Object(
  {
    data: Type.Array(UserBatch),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
  },
  closed,
);

/** The path parameter of one batch. */
export const BatchIdParams = Type.Object({ batch_id: Type.String() }, closed);
