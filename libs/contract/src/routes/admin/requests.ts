import { REQUEST_COLUMNS } from '../../csv-columns.ts';
import {
  PlatformRequestDetail,
  PlatformRequestList,
  PlatformRequestsQuery,
  RequestsExportQuery,
} from '../../platform/analytics.ts';
import { RequestIdParams } from '../../request-records.ts';
import { csvAnswer, defineRoute } from '../../route.ts';

/** `GET /api/platform/requests`. */
export const listPlatformRequests = defineRoute({
  method: 'get',
  path: '/api/platform/requests',
  auth: 'platform',
  needs: 'read',
  summary: 'Requests of all users, newest first',
  query: PlatformRequestsQuery,
  status: 200,
  response: PlatformRequestList,
});

/** `GET /api/platform/requests/:public_id`. */
export const getPlatformRequest = defineRoute({
  method: 'get',
  path: '/api/platform/requests/:public_id',
  auth: 'platform',
  needs: 'read',
  summary: 'One request: its route, policy, timings, receipt and what it moved in the ledger',
  params: RequestIdParams,
  status: 200,
  response: PlatformRequestDetail,
  errors: ['request_archived'],
});

/** `GET /api/platform/exports/requests.csv`. */
export const exportPlatformRequests = defineRoute({
  method: 'get',
  path: '/api/platform/exports/requests.csv',
  auth: 'platform',
  needs: 'read',
  summary: 'Requests as CSV, newest first; goes on behind the cursor of any line',
  query: RequestsExportQuery,
  status: 200,
  furtherAnswers: csvAnswer(REQUEST_COLUMNS),
});
