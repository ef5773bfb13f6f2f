import { Type } from 'typebox';
import { defineRoute } from '../../route.ts';
import { ModelIdParams, UserModelChoice, UserModelOut } from '../../user-models.ts';

/** `GET /api/models`. */
export const listUserModels = defineRoute({
  method: 'get',
  path: '/api/models',
  auth: 'user',
  summary: 'The approved models and aliases with their prices for this account',
  status: 200,
  response: Type.Array(UserModelOut),
});

/** `PUT /api/models/:model_id`. */
export const updateUserModel = defineRoute({
  method: 'put',
  path: '/api/models/:model_id',
  auth: 'user',
  summary: 'Switch a model on or off for every key of the account',
  params: ModelIdParams,
  body: UserModelChoice,
  status: 200,
  response: UserModelOut,
});
