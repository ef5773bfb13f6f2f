import { Type } from 'typebox';
import {
  AdministratorTokenCreate,
  AdministratorTokenMade,
  AdministratorTokenOut,
} from '../../platform/administrator-tokens.ts';
import { defineRoute } from '../../route.ts';
import { TokenIdParams } from './params.ts';

/** `GET /api/platform/administrator-tokens`. */
export const listAdministratorTokens = defineRoute({
  method: 'get',
  path: '/api/platform/administrator-tokens',
  auth: 'platform',
  needs: 'read',
  summary: 'Tokens of machines, newest first; the newest 1,000',
  status: 200,
  response: Type.Array(AdministratorTokenOut),
});

/** `POST /api/platform/administrator-tokens`. */
export const createAdministratorToken = defineRoute({
  method: 'post',
  path: '/api/platform/administrator-tokens',
  auth: 'platform',
  needs: 'own_account',
  summary: 'Create a token for a machine, with no right that you lack; it is shown this once',
  body: AdministratorTokenCreate,
  status: 201,
  errors: ['conflict'],
  response: AdministratorTokenMade,
});

/** `DELETE /api/platform/administrator-tokens/:token_id`. */
export const revokeAdministratorToken = defineRoute({
  method: 'delete',
  path: '/api/platform/administrator-tokens/:token_id',
  auth: 'platform',
  needs: 'own_account',
  summary: 'Revoke a token at once: your own, or as an owner anybody’s',
  params: TokenIdParams,
  status: 204,
});
