import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleVerifyPlatformLedger } from './verify.ts';

/** The routes of `routes/ledger`, in the order in which they are matched. */
export const ledgerRoutes = (deps: AdminDeps): MountedRoute[] => [handleVerifyPlatformLedger(deps)];
