import { defineRoute } from '../../route.ts';
import { SessionUsageOut, SessionUsageQuery, UsageOut, UsageQuery } from '../../usage-report.ts';

/** `GET /api/usage`. */
export const getUsage = defineRoute({
  method: 'get',
  path: '/api/usage',
  auth: 'user',
  summary: 'What the account has used over the last days, or over any range of days',
  query: UsageQuery,
  status: 200,
  response: UsageOut,
});

/** `GET /api/usage/sessions`. */
export const getSessionUsage = defineRoute({
  method: 'get',
  path: '/api/usage/sessions',
  auth: 'user',
  summary: 'What the sessions that callers named came to, most credits first',
  query: SessionUsageQuery,
  status: 200,
  response: SessionUsageOut,
});
