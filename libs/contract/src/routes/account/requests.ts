import {
  RequestDetail,
  RequestIdParams,
  RequestList,
  RequestsQuery,
} from '../../request-records.ts';
import { defineRoute } from '../../route.ts';

/** `GET /api/requests`. */
export const listUserRequests = defineRoute({
  method: 'get',
  path: '/api/requests',
  auth: 'user',
  summary: 'Requests of the account, newest first',
  query: RequestsQuery,
  status: 200,
  response: RequestList,
});

/** `GET /api/requests/:public_id`. */
export const getUserRequest = defineRoute({
  method: 'get',
  path: '/api/requests/:public_id',
  auth: 'user',
  summary: 'One request of the account with its timings and its receipt',
  params: RequestIdParams,
  status: 200,
  response: RequestDetail,
  errors: ['request_archived'],
});
