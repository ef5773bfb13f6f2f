import { defineRoute } from '../../route.ts';
import { TagUsageOut, TagUsageQuery } from '../../tag-usage.ts';
import {
  SessionUsageOut,
  SessionUsageQuery,
  UsageOut,
  UsageQuery,
  UsageSeriesOut,
  UsageSeriesQuery,
} from '../../usage-report.ts';

/** `GET /api/usage`. */
export const getUsage = defineRoute({
  method: 'get',
  path: '/api/usage',
  auth: 'user',
  summary: 'What the account has used over the last days, or over any range of days or hours',
  query: UsageQuery,
  status: 200,
  response: UsageOut,
});

/** `GET /api/usage/series`. */
export const getUsageSeries = defineRoute({
  method: 'get',
  path: '/api/usage/series',
  auth: 'user',
  summary: 'What the models or keys that were used most came to over time, and all others together',
  query: UsageSeriesQuery,
  status: 200,
  response: UsageSeriesOut,
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

/** `GET /api/usage/tags`. */
export const getTagUsage = defineRoute({
  method: 'get',
  path: '/api/usage/tags',
  auth: 'user',
  summary: 'What the tags that callers gave their calls came to, in all and by day',
  query: TagUsageQuery,
  status: 200,
  response: TagUsageOut,
});
