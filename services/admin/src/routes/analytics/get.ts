import { AnalyticsOut, AnalyticsQuery } from '@tollgate/contract/platform/analytics';
import { defineRoute } from '@tollgate/contract/route';
import { readAnalytics } from '../../analytics.ts';
import type { AdminDeps, AdminHandler } from '../../deps.ts';

export const getPlatformAnalytics = defineRoute({
  method: 'get',
  path: '/api/platform/analytics',
  auth: 'platform',
  needs: 'read',
  summary: 'What requests came to: series, breakdowns and percentiles',
  query: AnalyticsQuery,
  status: 200,
  response: AnalyticsOut,
});

export const handleGetPlatformAnalytics =
  (deps: AdminDeps): AdminHandler<typeof getPlatformAnalytics> =>
  ({ query }) =>
    readAnalytics(deps, query);
