import { ANALYTICS_COLUMNS } from '../../csv-columns.ts';
import {
  AnalyticsQuery,
  AnalyticsReportOut,
  AnalyticsReportQuery,
  AnalyticsSeriesOut,
  AnalyticsSeriesQuery,
  DashboardOut,
  DashboardQuery,
  PlatformSessionsOut,
  PlatformSessionsQuery,
  UsageSummaryOut,
  UsageSummaryQuery,
} from '../../platform/analytics.ts';
import { PlatformStandingOut, PlatformStandingQuery } from '../../platform/standing.ts';
import { UsageAlarmsOut } from '../../platform/usage-alarms.ts';
import { csvAnswer, defineRoute } from '../../route.ts';

/** `GET /api/platform/usage/summary`. */
export const getPlatformUsageSummary = defineRoute({
  method: 'get',
  path: '/api/platform/usage/summary',
  auth: 'platform',
  needs: 'read',
  summary: 'Use of the whole service: today, lately and ever',
  query: UsageSummaryQuery,
  status: 200,
  response: UsageSummaryOut,
});

/** `GET /api/platform/usage/sessions`. */
export const getPlatformSessions = defineRoute({
  method: 'get',
  path: '/api/platform/usage/sessions',
  auth: 'platform',
  needs: 'read',
  summary: 'What the sessions that callers named came to, most credits first',
  query: PlatformSessionsQuery,
  status: 200,
  response: PlatformSessionsOut,
});

/** `GET /api/platform/standing`. */
export const getPlatformStanding = defineRoute({
  method: 'get',
  path: '/api/platform/standing',
  auth: 'platform',
  needs: 'read',
  summary: 'What the last days earned beyond what providers cost, and the oldest open hold',
  query: PlatformStandingQuery,
  status: 200,
  response: PlatformStandingOut,
});

/** `GET /api/platform/usage-alarms`. */
export const getPlatformUsageAlarms = defineRoute({
  method: 'get',
  path: '/api/platform/usage-alarms',
  auth: 'platform',
  needs: 'read',
  summary:
    'Models with impossible usage reported in the last day, users whose overruns go on, and models that their providers no longer know',
  status: 200,
  response: UsageAlarmsOut,
});

/** `GET /api/platform/dashboard`. */
export const getPlatformDashboard = defineRoute({
  method: 'get',
  path: '/api/platform/dashboard',
  auth: 'platform',
  needs: 'read',
  summary: 'The last days at a glance, beside as many days before them',
  query: DashboardQuery,
  status: 200,
  response: DashboardOut,
});

/** `GET /api/platform/analytics`. */
export const getPlatformAnalytics = defineRoute({
  method: 'get',
  path: '/api/platform/analytics',
  auth: 'platform',
  needs: 'read',
  summary: 'What requests came to: series, breakdowns and percentiles',
  query: AnalyticsReportQuery,
  status: 200,
  response: AnalyticsReportOut,
});

/** `GET /api/platform/analytics/series`. */
export const getPlatformAnalyticsSeries = defineRoute({
  method: 'get',
  path: '/api/platform/analytics/series',
  auth: 'platform',
  needs: 'read',
  summary:
    'What the models, keys or users that spent most came to over time, and all others together',
  query: AnalyticsSeriesQuery,
  status: 200,
  response: AnalyticsSeriesOut,
});

/** `GET /api/platform/analytics.csv`. */
export const exportPlatformAnalytics = defineRoute({
  method: 'get',
  path: '/api/platform/analytics.csv',
  auth: 'platform',
  needs: 'read',
  summary: 'Analytics as CSV: one line for the total, each step and each group',
  query: AnalyticsQuery,
  status: 200,
  furtherAnswers: csvAnswer(ANALYTICS_COLUMNS),
});
