import { defineRoute } from '../../route.ts';
import { BatchesQuery, BatchIdParams, UserBatch, UserBatchList } from '../../user-batches.ts';

/** `GET /api/batches`. */
export const listUserBatches = defineRoute({
  method: 'get',
  path: '/api/batches',
  auth: 'user',
  summary: 'Batches of the account, newest first',
  query: BatchesQuery,
  status: 200,
  response: UserBatchList,
});

/** `GET /api/batches/:batch_id`. */
export const getUserBatch = defineRoute({
  method: 'get',
  path: '/api/batches/:batch_id',
  auth: 'user',
  summary: 'One batch of the account: how it stands, what it cost, and its files',
  params: BatchIdParams,
  status: 200,
  response: UserBatch,
});

/** `POST /api/batches/:batch_id/cancel`. */
export const cancelUserBatch = defineRoute({
  method: 'post',
  path: '/api/batches/:batch_id/cancel',
  auth: 'user',
  summary: 'Begin no further line of a batch; those that run are finished and charged',
  params: BatchIdParams,
  status: 202,
  errors: ['conflict'],
  response: UserBatch,
});
