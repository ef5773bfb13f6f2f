import {
  CreditGrantList,
  CreditTransactionList,
  CreditsOut,
  GrantsQuery,
  HoldList,
  HoldsQuery,
  TransactionsQuery,
} from '../../credits.ts';
import { defineRoute } from '../../route.ts';

/** `GET /api/credits`. */
export const getCredits = defineRoute({
  method: 'get',
  path: '/api/credits',
  auth: 'user',
  summary: 'The wallet of the account',
  status: 200,
  response: CreditsOut,
});

/** `GET /api/credits/transactions`. */
export const listTransactions = defineRoute({
  method: 'get',
  path: '/api/credits/transactions',
  auth: 'user',
  summary: 'Movements of the wallet, newest first',
  query: TransactionsQuery,
  status: 200,
  response: CreditTransactionList,
});

/** `GET /api/credits/grants`. */
export const listGrants = defineRoute({
  method: 'get',
  path: '/api/credits/grants',
  auth: 'user',
  summary: 'What was granted to the account, newest first, and when credit ends next',
  query: GrantsQuery,
  status: 200,
  response: CreditGrantList,
});

/** `GET /api/credits/holds`. */
export const listHolds = defineRoute({
  method: 'get',
  path: '/api/credits/holds',
  auth: 'user',
  summary: 'Credit on hold for calls in progress, oldest first',
  query: HoldsQuery,
  status: 200,
  response: HoldList,
});
