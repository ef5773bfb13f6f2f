import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from './closed.ts';
import { RequestContract } from './request-contract.ts';
import { defineRoute } from './route.ts';

/** One model as the calling key sees it. */
export const ModelOut = Type.Object(
  {
    id: Type.String({ description: 'Exact id to send as `model`' }),
    object: Type.Literal('model'),
    created: Type.Integer({ description: 'Unix seconds' }),
    owned_by: Type.String({ description: 'The provider prefix' }),
    capability: RequestContract.properties.capability,
    context_tokens: Type.Integer({ minimum: 1 }),
    /** Chat models only. */
    output_tokens: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Output ceiling of this key when a request sends none, in tokens. */
    managed_output_ceiling: Type.Optional(Type.Integer({ minimum: 1 })),
    /** The most that this key can ask for, in tokens. */
    hard_output_ceiling: Type.Optional(Type.Integer({ minimum: 1 })),
    request_contract: RequestContract,
  },
  closed,
);
export type ModelOut = Static<typeof ModelOut>;

export const ModelList = Type.Object(
  {
    object: Type.Literal('list'),
    catalog_revision: Type.String({
      description: 'Changes with every change of models, aliases and prices',
    }),
    data: Type.Array(ModelOut),
  },
  closed,
);
export type ModelList = Static<typeof ModelList>;

/** `GET /v1/models/{model}`: an id has a slash, which may be sent as it is or escaped. */
export const getModelRoute = defineRoute({
  method: 'get',
  path: '/v1/models/*model',
  auth: 'key',
  summary: 'One model of the list, with its request contract',
  params: Type.Object({ model: Type.Array(Type.String()) }),
  status: 200,
  response: ModelOut,
  errors: ['model_unavailable'],
});

export const listModelsRoute = defineRoute({
  method: 'get',
  path: '/v1/models',
  auth: 'key',
  summary: 'The models that this key may use now, each with its request contract',
  status: 200,
  response: ModelList,
});
