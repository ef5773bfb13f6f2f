import type { MountedRoute } from '@tollgate/http/route';
import type { DocsDeps } from './deps.ts';
import { mcpRoutes } from './routes/mcp/index.ts';
import { openapiRoutes } from './routes/openapi/index.ts';
import { pageRoutes } from './routes/pages/index.ts';
import { referenceRoutes } from './routes/reference/index.ts';

/** Every route of the documentation. */
export const routes = (deps: DocsDeps): MountedRoute[] => [
  ...openapiRoutes(deps),
  ...referenceRoutes(deps),
  ...mcpRoutes(deps),
  ...pageRoutes(deps),
];
