import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Timestamp = Type.String({ format: 'date-time' });

/** The most operations on one page. */
const OPERATIONS_LIMIT_MAX = 200;
const OPERATIONS_LIMIT_DEFAULT = 50;
const CURSOR_CHARACTERS_MAX = 100;

/** Which of the caller's operations to list. */
export const OperationsQuery = Type.Object(
  {
    limit: Type.Integer({
      minimum: 1,
      maximum: OPERATIONS_LIMIT_MAX,
      default: OPERATIONS_LIMIT_DEFAULT,
    }),
    cursor: Type.Optional(
      Type.String({
        maxLength: CURSOR_CHARACTERS_MAX,
        description: 'The next_cursor of the page before',
      }),
    ),
    state: Type.Optional(
      Type.Union([Type.Literal('open'), Type.Literal('ended')], {
        description: 'Only operations that are queued or running, or only those that have ended',
      }),
    ),
  },
  closed,
);

const operation = {
  id: Type.String({ description: '`op_…`' }),
  state: Type.Union(
    [Type.Literal('queued'), Type.Literal('running'), Type.Literal('done'), Type.Literal('failed')],
    { description: 'failed: its answer is an error' },
  ),
  mode: Type.Union([Type.Literal('live'), Type.Literal('test')]),
  endpoint: Type.String(),
  api_key_id: Type.String(),
  request_id: Type.String({ description: 'The X-Request-ID under which the call was accepted' }),
  public_id: Nullable(
    Type.String({ description: 'The request with its receipt, once the operation has ended' }),
  ),
  status: Nullable(
    Type.Integer({ description: 'The status of the answer, once the operation has ended' }),
  ),
  created_at: Timestamp,
  finished_at: Nullable(Timestamp),
  expires_at: Type.String({
    format: 'date-time',
    description: 'Until when the answer can be read; the end postpones this moment',
  }),
  answer_kept: Type.Boolean({ description: 'Whether the answer can be read now' }),
};

/** One asynchronous operation in a list. */
export const OperationOut = Type.Object(operation, closed);
export type OperationOut = Static<typeof OperationOut>;

/** One page of operations, newest first. */
export const OperationList = Type.Object(
  {
    data: Type.Array(OperationOut),
    has_more: Type.Boolean(),
    next_cursor: Nullable(Type.String()),
  },
  closed,
);

/** One asynchronous operation with its answer. */
export const OperationDetail = Type.Object(
  {
    ...operation,
    answer: Type.Unknown({
      description: 'What the route answered, error or not; null while there is none to be read',
    }),
  },
  closed,
);
export type OperationDetail = Static<typeof OperationDetail>;

/** The path parameter of one operation. */
export const OperationIdParams = Type.Object({ op_id: Type.String() }, closed);
