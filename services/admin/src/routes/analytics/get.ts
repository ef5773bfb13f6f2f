import { getPlatformAnalytics } from '@tollgate/contract/routes/admin/analytics';
import type { MountedRoute } from '@tollgate/http/route';
import { readAnalytics, readAnalyticsBefore } from '../../analytics.ts';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleGetPlatformAnalytics = (deps: AdminDeps): MountedRoute =>
  platformRoute(getPlatformAnalytics, async ({ query }) => {
    const [report, before] = await Promise.all([
      readAnalytics(deps, query),
      readAnalyticsBefore(deps, query),
    ]);
    return { ...report, before };
  });
