import { AccessEventList, AccessEventQuery } from '../../platform/access.ts';
import { defineRoute } from '../../route.ts';

/** `GET /api/platform/access-events`. */
export const listPlatformAccessEvents = defineRoute({
  method: 'get',
  path: '/api/platform/access-events',
  auth: 'platform',
  needs: 'read',
  summary: 'Every request that was answered, refused ones included, newest first',
  query: AccessEventQuery,
  status: 200,
  response: AccessEventList,
});
