import { liveRoute, readyRoute, startupRoute } from '@tollgate/contract/health';
import type { RouteDefinition } from '@tollgate/contract/route';
import { userRoutes } from '@tollgate/contract/routes/account';
import { platformRoutes } from '@tollgate/contract/routes/admin';
import { getOpenApi } from '@tollgate/contract/routes/docs/openapi';
import { keyRoutes } from '@tollgate/contract/routes/inference';

/**
 * Every route that clients can reach through either listener; a test holds these against what the
 * services mount.
 */
export const listDefinitions = (): RouteDefinition[] => [
  liveRoute,
  startupRoute,
  readyRoute,
  ...keyRoutes,
  ...userRoutes,
  ...platformRoutes,
  getOpenApi,
];
