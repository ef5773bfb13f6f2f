import { Type } from 'typebox';
import type { Static } from 'typebox';

const Timestamp = Type.String({ format: 'date-time' });

/** The answer for an operation that is not done yet. */
export const AsyncOperation = Type.Object(
  {
    /** `op_…`. */
    id: Type.String(),
    object: Type.Literal('async_operation'),
    status: Type.Union([Type.Literal('queued'), Type.Literal('running')]),
    status_url: Type.String({
      description:
        'Where to ask for the result, with the same API key: a path from the root of the service',
    }),
    created_at: Timestamp,
    /** Until when the result can be read; the end of the operation postpones this moment. */
    expires_at: Timestamp,
  },
  { additionalProperties: false },
);

export type AsyncOperation = Static<typeof AsyncOperation>;

/** The path of polling, without the id. */
export const ASYNC_PATH = '/v1/async/';
