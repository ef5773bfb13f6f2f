import { Type } from 'typebox';
import {
  OrganizationPriceUplift,
  PlatformUserModelOut,
  PriceResearchOut,
  PriceResearchRequest,
} from '../../platform/models.ts';
import { PriceWhatIfRequest, UpliftWhatIfRequest, WhatIfOut } from '../../platform/what-if.ts';
import { defineRoute } from '../../route.ts';
import { ModelIdParams, UserIdParams, UserModelParams } from './params.ts';

/** `GET /api/platform/users/:user_id/models`. */
export const listPlatformUserModels = defineRoute({
  method: 'get',
  path: '/api/platform/users/:user_id/models',
  auth: 'platform',
  needs: 'read',
  summary: 'Approved models with what a user pays for them',
  params: UserIdParams,
  status: 200,
  response: Type.Array(PlatformUserModelOut),
});

/** `PUT /api/platform/users/:user_id/models/:model_id/pricing`. */
export const upliftPlatformUserModel = defineRoute({
  method: 'put',
  path: '/api/platform/users/:user_id/models/:model_id/pricing',
  auth: 'platform',
  needs: 'prices',
  leased: true,
  summary: 'Set what a user pays on top of the list price of one model',
  params: UserModelParams,
  body: OrganizationPriceUplift,
  status: 200,
  response: PlatformUserModelOut,
});

/** `PUT /api/platform/users/:user_id/pricing-uplift`. */
export const upliftPlatformUser = defineRoute({
  method: 'put',
  path: '/api/platform/users/:user_id/pricing-uplift',
  auth: 'platform',
  needs: 'prices',
  leased: true,
  summary: 'Set what a user pays on top of list prices, for models without an uplift of their own',
  params: UserIdParams,
  body: OrganizationPriceUplift,
  status: 200,
  response: Type.Array(PlatformUserModelOut),
});

/** `POST /api/platform/models/:model_id/prices/what-if`. */
export const tryPlatformPrices = defineRoute({
  method: 'post',
  path: '/api/platform/models/:model_id/prices/what-if',
  auth: 'platform',
  needs: 'prices',
  summary: 'What the last days would have cost under other prices; changes nothing',
  params: ModelIdParams,
  body: PriceWhatIfRequest,
  status: 200,
  response: WhatIfOut,
});

/** `POST /api/platform/users/:user_id/pricing-uplift/what-if`. */
export const tryPlatformUplift = defineRoute({
  method: 'post',
  path: '/api/platform/users/:user_id/pricing-uplift/what-if',
  auth: 'platform',
  needs: 'prices',
  summary: 'What the last days of a user would have cost with another uplift; changes nothing',
  params: UserIdParams,
  body: UpliftWhatIfRequest,
  status: 200,
  response: WhatIfOut,
});

/** `POST /api/platform/models/:model_id/pricing/research`. */
export const researchPlatformPrices = defineRoute({
  method: 'post',
  path: '/api/platform/models/:model_id/pricing/research',
  auth: 'platform',
  needs: 'prices',
  summary: 'What public price lists say of a model; changes nothing',
  params: ModelIdParams,
  body: PriceResearchRequest,
  status: 200,
  response: PriceResearchOut,
});
