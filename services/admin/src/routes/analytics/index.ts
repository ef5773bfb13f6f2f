import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleGetPlatformDashboard } from './dashboard.ts';
import { handleExportPlatformAnalytics } from './export.ts';
import { handleGetPlatformAnalytics } from './get.ts';
import { handleGetPlatformAnalyticsSeries } from './series.ts';
import { handleGetPlatformSessions } from './sessions.ts';
import { handleGetPlatformStanding } from './standing.ts';
import { handleGetPlatformUsageSummary } from './summary.ts';
import { handleGetPlatformUsageAlarms } from './usage-alarms.ts';

/** The routes of `routes/analytics`, in the order in which they are matched. */
export const analyticsRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleGetPlatformUsageSummary(deps),
  handleGetPlatformSessions(deps),
  handleGetPlatformStanding(deps),
  handleGetPlatformUsageAlarms(deps),
  handleGetPlatformDashboard(deps),
  handleGetPlatformAnalytics(deps),
  handleGetPlatformAnalyticsSeries(deps),
  handleExportPlatformAnalytics(deps),
];
