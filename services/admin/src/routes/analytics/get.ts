import { getPlatformAnalytics } from '@tollgate/contract/routes/admin/analytics';
import type { MountedRoute } from '@tollgate/http/route';
import { readAnalytics } from '../../analytics.ts';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleGetPlatformAnalytics = (deps: AdminDeps): MountedRoute =>
  platformRoute(getPlatformAnalytics, ({ query }) => readAnalytics(deps, query));
