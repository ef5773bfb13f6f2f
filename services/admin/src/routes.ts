import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from './deps.ts';
import { accessRoutes } from './routes/access/index.ts';
import { administratorRoutes } from './routes/administrators/index.ts';
import { administratorTokenRoutes } from './routes/administrator-tokens/index.ts';
import { aliasRoutes } from './routes/aliases/index.ts';
import { analyticsRoutes } from './routes/analytics/index.ts';
import { attentionRoutes } from './routes/attention/index.ts';
import { auditRoutes } from './routes/audit/index.ts';
import { authRoutes } from './routes/auth/index.ts';
import { batchRoutes } from './routes/batches/index.ts';
import { configurationRoutes } from './routes/configuration/index.ts';
import { credentialRoutes } from './routes/credentials/index.ts';
import { creditRoutes } from './routes/credits/index.ts';
import { jobRoutes } from './routes/jobs/index.ts';
import { keyRoutes } from './routes/keys/index.ts';
import { ledgerRoutes } from './routes/ledger/index.ts';
import { lossRoutes } from './routes/losses/index.ts';
import { modelRoutes } from './routes/models/index.ts';
import { onboardingRoutes } from './routes/onboarding/index.ts';
import { pricingRoutes } from './routes/pricing/index.ts';
import { quarantineRoutes } from './routes/quarantine/index.ts';
import { reconciliationRoutes } from './routes/reconciliations/index.ts';
import { requestRoutes } from './routes/requests/index.ts';
import { retentionRoutes } from './routes/retention/index.ts';
import { setupRoutes } from './routes/setup/index.ts';
import { userRoutes } from './routes/users/index.ts';
import { vectorStoreRoutes } from './routes/vector-stores/index.ts';
import { videoRoutes } from './routes/videos/index.ts';
import { webhookRoutes } from './routes/webhooks/index.ts';

/** Every route of the platform plane. */
export const routes = (deps: AdminDeps): MountedRoute[] => [
  ...authRoutes(deps),
  ...setupRoutes(deps),
  ...administratorRoutes(deps),
  ...administratorTokenRoutes(deps),
  ...userRoutes(deps),
  ...keyRoutes(deps),
  ...pricingRoutes(deps),
  ...creditRoutes(deps),
  ...ledgerRoutes(deps),
  ...lossRoutes(deps),
  ...videoRoutes(deps),
  ...batchRoutes(deps),
  ...auditRoutes(deps),
  ...attentionRoutes(deps),
  ...onboardingRoutes(deps),
  ...analyticsRoutes(deps),
  ...requestRoutes(deps),
  ...accessRoutes(deps),
  ...retentionRoutes(deps),
  ...quarantineRoutes(deps),
  ...configurationRoutes(deps),
  ...credentialRoutes(deps),
  ...modelRoutes(deps),
  ...aliasRoutes(deps),
  ...vectorStoreRoutes(deps),
  ...jobRoutes(deps),
  ...webhookRoutes(deps),
  ...reconciliationRoutes(deps),
];
