import type { MountedRoute } from '@tollgate/http/route';
import type { AccountDeps } from './deps.ts';
import { createReportTurns } from './report-turns.ts';
import { authRoutes } from './routes/auth/index.ts';
import { batchRoutes } from './routes/batches/index.ts';
import { creditRoutes } from './routes/credits/index.ts';
import { keyRoutes } from './routes/keys/index.ts';
import { meRoutes } from './routes/me/index.ts';
import { modelRoutes } from './routes/models/index.ts';
import { onboardingRoutes } from './routes/onboarding/index.ts';
import { operationRoutes } from './routes/operations/index.ts';
import { requestRoutes } from './routes/requests/index.ts';
import { runtimeRoutes } from './routes/runtime/index.ts';
import { sessionRoutes } from './routes/sessions/index.ts';
import { setupRoutes } from './routes/setup/index.ts';
import { usageRoutes } from './routes/usage/index.ts';
import { vectorStoreRoutes } from './routes/vector-stores/index.ts';
import { videoRoutes } from './routes/videos/index.ts';
import { webhookRoutes } from './routes/webhooks/index.ts';

/** Every route of the user's plane. */
export const routes = (deps: AccountDeps, reportRoute = createReportTurns()): MountedRoute[] => [
  ...runtimeRoutes(deps),
  ...setupRoutes(deps),
  ...authRoutes(deps),
  ...onboardingRoutes(deps),
  ...meRoutes(),
  ...sessionRoutes(deps),
  ...keyRoutes(deps, reportRoute),
  ...modelRoutes(deps),
  ...vectorStoreRoutes(deps),
  ...creditRoutes(deps),
  ...webhookRoutes(deps),
  ...usageRoutes(deps, reportRoute),
  ...requestRoutes(deps, reportRoute),
  ...operationRoutes(deps, reportRoute),
  ...videoRoutes(deps, reportRoute),
  ...batchRoutes(deps, reportRoute),
];
