import { getPlatformAnalyticsSeries } from '@tollgate/contract/routes/admin/analytics';
import type { MountedRoute } from '@tollgate/http/route';
import { readAnalyticsSeries } from '../../analytics.ts';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleGetPlatformAnalyticsSeries = (deps: AdminDeps): MountedRoute =>
  platformRoute(getPlatformAnalyticsSeries, ({ query }) => readAnalyticsSeries(deps, query));
