import { Type } from 'typebox';
import { HEADER } from '../../headers.ts';
import { NEEDED_KEY_PATTERN } from '../../idempotency-key.ts';
import {
  RetentionPolicyOut,
  RetentionPolicyUpdate,
  RetentionPurgeOut,
  RetentionPurgePreview,
  RetentionPurgeQuery,
  RetentionPurgeRequest,
} from '../../platform/retention.ts';
import { defineRoute } from '../../route.ts';
import { CategoryParams, PurgeIdParams } from './params.ts';

/** `GET /api/platform/retention-policies`. */
export const listRetentionPolicies = defineRoute({
  method: 'get',
  path: '/api/platform/retention-policies',
  auth: 'platform',
  needs: 'read',
  summary: 'How long each category is kept, and the least that it may be',
  status: 200,
  response: Type.Array(RetentionPolicyOut),
});

/** `PUT /api/platform/retention-policies/:category`. */
export const updateRetentionPolicy = defineRoute({
  method: 'put',
  path: '/api/platform/retention-policies/:category',
  auth: 'platform',
  needs: 'retention',
  leased: true,
  summary: 'Set how long a category is kept',
  params: CategoryParams,
  body: RetentionPolicyUpdate,
  status: 200,
  response: RetentionPolicyOut,
});

/** `POST /api/platform/retention-purge/preview`. */
export const previewRetentionPurge = defineRoute({
  method: 'post',
  path: '/api/platform/retention-purge/preview',
  auth: 'platform',
  needs: 'retention',
  summary: 'Count what a purge would take; its digest binds a purge to that very set',
  body: RetentionPurgeRequest,
  status: 200,
  response: RetentionPurgePreview,
});

/** `POST /api/platform/retention-purge`. */
export const createRetentionPurge = defineRoute({
  method: 'post',
  path: '/api/platform/retention-purge',
  auth: 'platform',
  needs: 'retention',
  summary: 'Purge what the policies have outlived; once for each Idempotency-Key',
  body: RetentionPurgeRequest,
  status: 202,
  requestHeaders: {
    [HEADER.idempotencyKey]: {
      description: 'Names this purge: sent again with the same key, it is the same purge.',
      required: true,
      schema: Type.String({ pattern: NEEDED_KEY_PATTERN, examples: ['purge-2026-12'] }),
    },
  },
  errors: ['idempotency_key_mismatch', 'conflict'],
  response: RetentionPurgeOut,
});

/** `GET /api/platform/retention-purge`. */
export const listRetentionPurges = defineRoute({
  method: 'get',
  path: '/api/platform/retention-purge',
  auth: 'platform',
  needs: 'read',
  summary: 'Purges, those in progress first, then the latest',
  query: RetentionPurgeQuery,
  status: 200,
  response: Type.Array(RetentionPurgeOut),
});

/** `GET /api/platform/retention-purge/:purge_id`. */
export const getRetentionPurge = defineRoute({
  method: 'get',
  path: '/api/platform/retention-purge/:purge_id',
  auth: 'platform',
  needs: 'read',
  summary: 'A purge and how far it is',
  params: PurgeIdParams,
  status: 200,
  response: RetentionPurgeOut,
});
