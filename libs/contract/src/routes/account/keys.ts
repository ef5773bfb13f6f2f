import { Type } from 'typebox';
import {
  ApiKeyCreated,
  ApiKeyOut,
  ApiKeyUpdate,
  KeyIdParams,
  KeyRotation,
  SimpleApiKeyCreate,
} from '../../keys.ts';
import { keyCreation, keyRotation } from '../../once-by-key.ts';
import { defineRoute } from '../../route.ts';
import { InsightsQuery, KeyInsights } from '../../usage-report.ts';

/** `GET /api/keys`. */
export const listKeys = defineRoute({
  method: 'get',
  path: '/api/keys',
  auth: 'user',
  summary: 'The keys of the account, newest first',
  status: 200,
  response: Type.Array(ApiKeyOut),
});

/** `POST /api/keys`. */
export const createUserKey = defineRoute({
  method: 'post',
  path: '/api/keys',
  auth: 'user',
  summary: 'Create a key, once for each Idempotency-Key; its secret is shown in this answer only',
  body: SimpleApiKeyCreate,
  status: 201,
  ...keyCreation,
  response: ApiKeyCreated,
});

/** `PATCH /api/keys/:key_id`. */
export const updateUserKey = defineRoute({
  method: 'patch',
  path: '/api/keys/:key_id',
  auth: 'user',
  summary: 'Change the name, the expiry or the policies of a key',
  params: KeyIdParams,
  body: ApiKeyUpdate,
  status: 200,
  response: ApiKeyOut,
});

/** `POST /api/keys/:key_id/suspend`. */
export const suspendUserKey = defineRoute({
  method: 'post',
  path: '/api/keys/:key_id/suspend',
  auth: 'user',
  summary: 'Suspend a key: calls with it are refused within a second',
  params: KeyIdParams,
  status: 200,
  response: ApiKeyOut,
});

/** `POST /api/keys/:key_id/resume`. */
export const resumeUserKey = defineRoute({
  method: 'post',
  path: '/api/keys/:key_id/resume',
  auth: 'user',
  summary: 'Let a suspended key work again',
  params: KeyIdParams,
  status: 200,
  errors: ['conflict'],
  response: ApiKeyOut,
});

/** `POST /api/keys/:key_id/rotate`. */
export const rotateUserKey = defineRoute({
  method: 'post',
  path: '/api/keys/:key_id/rotate',
  auth: 'user',
  summary:
    'Give a key another secret, shown in this answer only; the one before works on for a time',
  params: KeyIdParams,
  body: KeyRotation,
  status: 201,
  ...keyRotation,
  response: ApiKeyCreated,
});

/** `DELETE /api/keys/:key_id`. */
export const deleteUserKey = defineRoute({
  method: 'delete',
  path: '/api/keys/:key_id',
  auth: 'user',
  summary: 'Delete a key permanently',
  params: KeyIdParams,
  status: 204,
});

/** `GET /api/keys/:key_id/insights`. */
export const getKeyInsights = defineRoute({
  method: 'get',
  path: '/api/keys/:key_id/insights',
  auth: 'user',
  summary: 'What a key was used for over the last days',
  params: KeyIdParams,
  query: InsightsQuery,
  status: 200,
  response: KeyInsights,
});
