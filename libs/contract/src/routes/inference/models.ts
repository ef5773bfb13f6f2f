import { Type } from 'typebox';
import { ModelList, ModelListQuery, ModelOut } from '../../models.ts';
import { defineRoute } from '../../route.ts';

/** `GET /v1/models`. */
export const listModelsRoute = defineRoute({
  method: 'get',
  path: '/v1/models',
  auth: 'key',
  apiKeyHeader: true,
  summary: 'The models that this key may use now, each with its request contract',
  query: ModelListQuery,
  status: 200,
  response: ModelList,
  errors: ['invalid_request'],
});

/** `GET /v1/models/{model}`: an id has a slash, which may be sent as it is or escaped. */
export const getModelRoute = defineRoute({
  method: 'get',
  path: '/v1/models/*model',
  auth: 'key',
  apiKeyHeader: true,
  summary: 'One model of the list, with its request contract',
  params: Type.Object({ model: Type.Array(Type.String()) }),
  status: 200,
  response: ModelOut,
  errors: ['model_unavailable'],
});
