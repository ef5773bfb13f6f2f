import type { MountedRoute } from '@tollgate/http/route';
import type { BillingDeps } from './deps.ts';
import { grantRoutes } from './routes/grants/index.ts';
import { ledgerRoutes } from './routes/ledger/index.ts';
import { lossRoutes } from './routes/losses/index.ts';
import { operationRoutes } from './routes/operations/index.ts';
import { processRoutes } from './routes/processes/index.ts';
import { reservationRoutes } from './routes/reservations/index.ts';
import { walletRoutes } from './routes/wallets/index.ts';

/** Every route of the billing service. */
export const routes = (deps: BillingDeps): MountedRoute[] => [
  ...reservationRoutes(deps),
  ...lossRoutes(deps),
  ...operationRoutes(deps),
  ...processRoutes(deps),
  ...grantRoutes(deps),
  ...walletRoutes(deps),
  ...ledgerRoutes(deps),
];
