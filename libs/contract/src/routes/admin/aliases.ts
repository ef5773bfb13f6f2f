import { Type } from 'typebox';
import {
  PlatformAliasCreate,
  PlatformAliasOut,
  PlatformAliasQuery,
  PlatformAliasUpdate,
} from '../../platform/aliases.ts';
import { defineRoute } from '../../route.ts';
import { AliasIdParams } from './params.ts';

/** `GET /api/platform/aliases`. */
export const listPlatformAliases = defineRoute({
  method: 'get',
  path: '/api/platform/aliases',
  auth: 'platform',
  needs: 'read',
  summary: 'Aliases with their targets, newest first',
  query: PlatformAliasQuery,
  status: 200,
  response: Type.Array(PlatformAliasOut),
});

/** `POST /api/platform/aliases`. */
export const createPlatformAlias = defineRoute({
  method: 'post',
  path: '/api/platform/aliases',
  auth: 'platform',
  needs: 'catalogue',
  leased: true,
  summary: 'Create an alias: one name for several models, with fallback among them',
  body: PlatformAliasCreate,
  status: 201,
  errors: ['conflict'],
  response: PlatformAliasOut,
});

/** `GET /api/platform/aliases/:alias_id`. */
export const getPlatformAlias = defineRoute({
  method: 'get',
  path: '/api/platform/aliases/:alias_id',
  auth: 'platform',
  needs: 'read',
  summary: 'One alias with its targets and the contract that it publishes',
  params: AliasIdParams,
  status: 200,
  response: PlatformAliasOut,
});

/** `PATCH /api/platform/aliases/:alias_id`. */
export const updatePlatformAlias = defineRoute({
  method: 'patch',
  path: '/api/platform/aliases/:alias_id',
  auth: 'platform',
  needs: 'catalogue',
  leased: true,
  summary: 'Change an alias; what is absent stays',
  params: AliasIdParams,
  body: PlatformAliasUpdate,
  status: 200,
  response: PlatformAliasOut,
});

/** `DELETE /api/platform/aliases/:alias_id`. */
export const deletePlatformAlias = defineRoute({
  method: 'delete',
  path: '/api/platform/aliases/:alias_id',
  auth: 'platform',
  needs: 'catalogue',
  leased: true,
  summary: 'Delete an alias; its models stay as they are',
  params: AliasIdParams,
  status: 204,
});
