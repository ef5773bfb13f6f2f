import { Type } from 'typebox';
import { ApiKeyCreated, ApiKeyOut, SimpleApiKeyCreate } from '../../keys.ts';
import { LimitsIn } from '../../limits-document.ts';
import { keyCreation } from '../../once-by-key.ts';
import { PlatformKeyAction, PlatformKeyFound, PlatformKeySought } from '../../platform/users.ts';
import { defineRoute } from '../../route.ts';
import { UserIdParams, UserKeyActionParams, UserKeyParams } from './params.ts';

/** `GET /api/platform/users/:user_id/keys`. */
export const listPlatformUserKeys = defineRoute({
  method: 'get',
  path: '/api/platform/users/:user_id/keys',
  auth: 'platform',
  needs: 'read',
  summary: 'Keys of a user, newest first',
  params: UserIdParams,
  status: 200,
  response: Type.Array(ApiKeyOut),
});

/** `POST /api/platform/keys/find`. */
export const findPlatformKeys = defineRoute({
  method: 'post',
  path: '/api/platform/keys/find',
  auth: 'platform',
  needs: 'read',
  summary: 'Whose a key is that was seen somewhere; changes nothing',
  body: PlatformKeySought,
  status: 200,
  response: PlatformKeyFound,
});

/** `POST /api/platform/users/:user_id/keys`. */
export const createPlatformUserKey = defineRoute({
  method: 'post',
  path: '/api/platform/users/:user_id/keys',
  auth: 'platform',
  needs: 'keys',
  summary:
    'Create a key for a user, once for each Idempotency-Key; its secret is shown in this answer only',
  params: UserIdParams,
  body: SimpleApiKeyCreate,
  status: 201,
  ...keyCreation,
  response: ApiKeyCreated,
});

/** `PUT /api/platform/users/:user_id/keys/:key_id/limits`. */
export const setPlatformKeyLimits = defineRoute({
  method: 'put',
  path: '/api/platform/users/:user_id/keys/:key_id/limits',
  auth: 'platform',
  needs: 'keys',
  leased: true,
  summary: 'Set what a key may use; what is left out is unlimited',
  params: UserKeyParams,
  body: LimitsIn,
  status: 200,
  response: ApiKeyOut,
});

/** `POST /api/platform/users/:user_id/keys/:key_id/:action`. */
export const actOnPlatformUserKey = defineRoute({
  method: 'post',
  path: '/api/platform/users/:user_id/keys/:key_id/:action',
  auth: 'platform',
  needs: 'keys',
  summary: 'Suspend, resume or delete a key of a user',
  params: UserKeyActionParams,
  body: PlatformKeyAction,
  bodyOptional: true,
  status: 200,
  errors: ['conflict'],
  response: ApiKeyOut,
});
