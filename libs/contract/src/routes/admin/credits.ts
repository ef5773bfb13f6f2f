import { Type } from 'typebox';
import { onceByKey } from '../../once-by-key.ts';
import {
  PlatformCreditGrantCreate,
  PlatformCreditGrantOut,
  PlatformCreditMovementOut,
  PlatformCreditMovementPage,
  PlatformCreditPage,
  PlatformCreditRevoke,
  PlatformCreditRevokeOut,
  PlatformCreditTransactionOut,
  PlatformCreditTransactionPage,
} from '../../platform/credits.ts';
import { defineRoute } from '../../route.ts';
import { GrantIdParams, UserIdParams } from './params.ts';

/** `POST /api/platform/users/:user_id/credit-grants`. */
export const grantCredits = defineRoute({
  method: 'post',
  path: '/api/platform/users/:user_id/credit-grants',
  auth: 'platform',
  needs: 'credits',
  summary: 'Grant credits; once for each Idempotency-Key',
  params: UserIdParams,
  body: PlatformCreditGrantCreate,
  status: 201,
  requestHeaders: onceByKey(
    'Sent again with the same key, the credit is granted once.',
    'grant-4711',
  ),
  errors: ['invalid_idempotency_key', 'idempotency_key_mismatch', 'conflict'],
  response: PlatformCreditGrantOut,
});

/** `GET /api/platform/users/:user_id/credit-grants`. */
export const listCreditGrants = defineRoute({
  method: 'get',
  path: '/api/platform/users/:user_id/credit-grants',
  auth: 'platform',
  needs: 'read',
  summary: 'Credit grants of a user, newest first',
  params: UserIdParams,
  query: PlatformCreditPage,
  status: 200,
  response: Type.Array(PlatformCreditGrantOut),
});

/** `POST /api/platform/credit-grants/:grant_id/revoke`. */
export const revokeCredits = defineRoute({
  method: 'post',
  path: '/api/platform/credit-grants/:grant_id/revoke',
  auth: 'platform',
  needs: 'credits',
  summary: 'Take back what is neither spent nor held of a grant; once for each Idempotency-Key',
  params: GrantIdParams,
  body: PlatformCreditRevoke,
  bodyOptional: true,
  status: 200,
  requestHeaders: onceByKey(
    'Sent again with the same key, the credit is taken back once.',
    'revocation-4711',
  ),
  errors: ['conflict', 'invalid_idempotency_key', 'idempotency_key_mismatch'],
  response: PlatformCreditRevokeOut,
});

/** `GET /api/platform/users/:user_id/credit-transactions`. */
export const listCreditTransactions = defineRoute({
  method: 'get',
  path: '/api/platform/users/:user_id/credit-transactions',
  auth: 'platform',
  needs: 'read',
  summary: 'Movements of a wallet, newest first',
  params: UserIdParams,
  query: PlatformCreditTransactionPage,
  status: 200,
  response: Type.Array(PlatformCreditTransactionOut),
});

/** `GET /api/platform/credit-transactions`. */
export const listCreditMovements = defineRoute({
  method: 'get',
  path: '/api/platform/credit-transactions',
  auth: 'platform',
  needs: 'read',
  summary: 'Movements of all wallets, newest first',
  query: PlatformCreditMovementPage,
  status: 200,
  response: Type.Array(PlatformCreditMovementOut),
});
