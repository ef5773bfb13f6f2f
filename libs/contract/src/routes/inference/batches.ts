import { Type } from 'typebox';
import { Batch, BatchList, BatchListQuery, BatchRequest } from '../../batches.ts';
import { closed } from '../../closed.ts';
import { onceByKey } from '../../once-by-key.ts';
import { defineRoute } from '../../route.ts';

const BatchId = Type.Object({ batch_id: Type.String() }, closed);

/** `POST /v1/batches`. */
export const createBatchRoute = defineRoute({
  method: 'post',
  path: '/v1/batches',
  auth: 'key',
  summary: 'Run the lines of a file as calls of this key, within a day',
  requestHeaders: onceByKey(
    'Sent again with the same key, one batch is created: the repeat is answered with it.',
    'nightly-2027-01-31',
  ),
  body: BatchRequest,
  status: 200,
  response: Batch,
  errors: [
    'invalid_request',
    'invalid_idempotency_key',
    'idempotency_key_mismatch',
    'rate_limit_exceeded',
  ],
});

/** `GET /v1/batches`. */
export const listBatchesRoute = defineRoute({
  method: 'get',
  path: '/v1/batches',
  auth: 'key',
  summary: 'The batches of this account, newest first',
  query: BatchListQuery,
  status: 200,
  response: BatchList,
  errors: ['invalid_request'],
});

/** `GET /v1/batches/:batch_id`. */
export const getBatchRoute = defineRoute({
  method: 'get',
  path: '/v1/batches/:batch_id',
  auth: 'key',
  summary: 'How a batch stands',
  params: BatchId,
  status: 200,
  response: Batch,
  errors: ['not_found'],
});

/** `POST /v1/batches/:batch_id/cancel`. */
export const cancelBatchRoute = defineRoute({
  method: 'post',
  path: '/v1/batches/:batch_id/cancel',
  auth: 'key',
  summary: 'Begin no further line of a batch; those that run are finished and charged',
  params: BatchId,
  status: 200,
  response: Batch,
  errors: ['not_found', 'conflict'],
});
