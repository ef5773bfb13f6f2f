import { Type } from 'typebox';
import { RECONCILIATION_COLUMNS } from '../../csv-columns.ts';
import { HEADER } from '../../headers.ts';
import { NEEDED_KEY_PATTERN } from '../../idempotency-key.ts';
import {
  RECONCILIATION_BODY_BYTES_MAX,
  ReconciliationCreate,
  ReconciliationLineOut,
  ReconciliationLineQuery,
  ReconciliationOut,
  ReconciliationQuery,
} from '../../platform/reconciliations.ts';
import { csvAnswer, defineRoute } from '../../route.ts';
import { ReconciliationIdParams } from './params.ts';

/** `GET /api/platform/reconciliations`. */
export const listPlatformReconciliations = defineRoute({
  method: 'get',
  path: '/api/platform/reconciliations',
  auth: 'platform',
  needs: 'read',
  summary: 'Reconciliations and how far they are, newest first',
  query: ReconciliationQuery,
  status: 200,
  response: Type.Array(ReconciliationOut),
});

/** `POST /api/platform/reconciliations`. */
export const createPlatformReconciliation = defineRoute({
  method: 'post',
  path: '/api/platform/reconciliations',
  auth: 'platform',
  needs: 'reconciliations',
  summary:
    'Compare a provider’s report with the book, by day and model; once for each Idempotency-Key',
  body: ReconciliationCreate,
  bodyBytesMax: RECONCILIATION_BODY_BYTES_MAX,
  status: 202,
  requestHeaders: {
    [HEADER.idempotencyKey]: {
      description: 'Names this reconciliation: sent again with the same key, it is the same one.',
      required: true,
      schema: Type.String({ pattern: NEEDED_KEY_PATTERN, examples: ['invoice-2026-11'] }),
    },
  },
  errors: ['idempotency_key_mismatch'],
  response: ReconciliationOut,
});

/** `GET /api/platform/reconciliations/:reconciliation_id`. */
export const getPlatformReconciliation = defineRoute({
  method: 'get',
  path: '/api/platform/reconciliations/:reconciliation_id',
  auth: 'platform',
  needs: 'read',
  summary: 'One reconciliation and how far it is',
  params: ReconciliationIdParams,
  status: 200,
  response: ReconciliationOut,
});

/** `GET /api/platform/reconciliations/:reconciliation_id/lines`. */
export const listPlatformReconciliationLines = defineRoute({
  method: 'get',
  path: '/api/platform/reconciliations/:reconciliation_id/lines',
  auth: 'platform',
  needs: 'read',
  summary: 'Days and models that are compared, both sides, by day and model',
  params: ReconciliationIdParams,
  query: ReconciliationLineQuery,
  status: 200,
  response: Type.Array(ReconciliationLineOut),
});

/** `GET /api/platform/reconciliations/:reconciliation_id/lines.csv`. */
export const exportPlatformReconciliation = defineRoute({
  method: 'get',
  path: '/api/platform/reconciliations/:reconciliation_id/lines.csv',
  auth: 'platform',
  needs: 'read',
  summary: 'Every day and model of a reconciliation that is done, as CSV',
  params: ReconciliationIdParams,
  status: 200,
  furtherAnswers: csvAnswer(RECONCILIATION_COLUMNS),
  errors: ['conflict'],
});
