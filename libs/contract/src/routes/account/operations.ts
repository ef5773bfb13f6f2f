import {
  OperationDetail,
  OperationIdParams,
  OperationList,
  OperationsQuery,
} from '../../operations.ts';
import { defineRoute } from '../../route.ts';

/** `GET /api/operations`. */
export const listOperations = defineRoute({
  method: 'get',
  path: '/api/operations',
  auth: 'user',
  summary: 'Asynchronous operations of the account, newest first',
  query: OperationsQuery,
  status: 200,
  response: OperationList,
});

/** `GET /api/operations/:op_id`. */
export const getOperation = defineRoute({
  method: 'get',
  path: '/api/operations/:op_id',
  auth: 'user',
  summary: 'One asynchronous operation of the account with its answer',
  params: OperationIdParams,
  status: 200,
  response: OperationDetail,
});
