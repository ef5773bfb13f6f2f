import { Type } from 'typebox';
import {
  ModelApproval,
  ModelDifferenceOut,
  ModelDifferenceQuery,
  PlatformModelDecision,
  PlatformModelOut,
  PlatformModelQuery,
  PriceHistoryQuery,
  PriceHistoryVersion,
  PriceVersionCreate,
  PriceVersionOut,
} from '../../platform/models.ts';
import { defineRoute } from '../../route.ts';
import { ModelIdParams } from './params.ts';

/** `GET /api/platform/models`. */
export const listPlatformModels = defineRoute({
  method: 'get',
  path: '/api/platform/models',
  auth: 'platform',
  needs: 'read',
  summary: 'Models by their public ids, with prices and why they cannot be called',
  query: PlatformModelQuery,
  status: 200,
  response: Type.Array(PlatformModelOut),
});

/** `GET /api/platform/models/:model_id`. */
export const getPlatformModel = defineRoute({
  method: 'get',
  path: '/api/platform/models/:model_id',
  auth: 'platform',
  needs: 'read',
  summary: 'One model with its prices and why it cannot be called',
  params: ModelIdParams,
  status: 200,
  response: PlatformModelOut,
});

/** `GET /api/platform/models/:model_id/prices`. */
export const listPlatformModelPrices = defineRoute({
  method: 'get',
  path: '/api/platform/models/:model_id/prices',
  auth: 'platform',
  needs: 'read',
  summary: 'Price versions of a model: since when, by whom and what each changed',
  params: ModelIdParams,
  query: PriceHistoryQuery,
  status: 200,
  response: Type.Array(PriceHistoryVersion),
});

/** `POST /api/platform/models/:model_id/prices`. */
export const pricePlatformModel = defineRoute({
  method: 'post',
  path: '/api/platform/models/:model_id/prices',
  auth: 'platform',
  needs: 'prices',
  leased: true,
  summary: 'Set the prices of a model, from now or from a later moment on',
  params: ModelIdParams,
  body: PriceVersionCreate,
  status: 201,
  response: PriceVersionOut,
});

/** `GET /api/platform/models/:model_id/difference`. */
export const getModelDifference = defineRoute({
  method: 'get',
  path: '/api/platform/models/:model_id/difference',
  auth: 'platform',
  needs: 'read',
  summary: 'What a decision about a model would make different, before it is made',
  params: ModelIdParams,
  query: ModelDifferenceQuery,
  status: 200,
  errors: ['conflict'],
  response: ModelDifferenceOut,
});

/** `POST /api/platform/models/:model_id/approval`. */
export const approvePlatformModel = defineRoute({
  method: 'post',
  path: '/api/platform/models/:model_id/approval',
  auth: 'platform',
  needs: 'catalogue',
  leased: true,
  summary: 'Approve a model with its limits; it can be called once it is priced',
  params: ModelIdParams,
  body: ModelApproval,
  bodyOptional: true,
  status: 200,
  response: PlatformModelOut,
});

/** `POST /api/platform/models/:model_id/decision`. */
export const decidePlatformModel = defineRoute({
  method: 'post',
  path: '/api/platform/models/:model_id/decision',
  auth: 'platform',
  needs: 'catalogue',
  leased: true,
  summary: 'Switch an approved model on or off, or reject one',
  params: ModelIdParams,
  body: PlatformModelDecision,
  status: 200,
  errors: ['conflict'],
  response: PlatformModelOut,
});
