import { Type } from 'typebox';
import {
  PlatformBatchCancel,
  PlatformBatchOut,
  PlatformBatchQuery,
} from '../../platform/batches.ts';
import { defineRoute } from '../../route.ts';
import { BatchIdParams } from './params.ts';

/** `GET /api/platform/batches`. */
export const listPlatformBatches = defineRoute({
  method: 'get',
  path: '/api/platform/batches',
  auth: 'platform',
  needs: 'read',
  summary: 'Batches that have not ended, the oldest first',
  query: PlatformBatchQuery,
  status: 200,
  response: Type.Array(PlatformBatchOut),
});

/** `POST /api/platform/batches/:batch_id/cancel`. */
export const cancelPlatformBatch = defineRoute({
  method: 'post',
  path: '/api/platform/batches/:batch_id/cancel',
  auth: 'platform',
  needs: 'jobs',
  summary: 'Begin no further line of a batch; those that run are finished and charged',
  params: BatchIdParams,
  body: PlatformBatchCancel,
  bodyOptional: true,
  status: 202,
  errors: ['conflict'],
  response: PlatformBatchOut,
});
