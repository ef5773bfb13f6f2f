import type { MountedRoute } from '@tollgate/http/route';
import type { BillingDeps } from '../../deps.ts';
import { handleGetStanding } from './standing.ts';
import { handleSweep } from './sweep.ts';
import { handleVerifyLedger } from './verify.ts';

/** The routes of `routes/ledger`, in the order in which they are matched. */
export const ledgerRoutes = (deps: BillingDeps): MountedRoute[] => [
  handleGetStanding(deps),
  handleVerifyLedger(deps),
  handleSweep(deps),
];
