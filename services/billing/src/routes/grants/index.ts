import type { MountedRoute } from '@tollgate/http/route';
import type { BillingDeps } from '../../deps.ts';
import { handleCreateGrant } from './create.ts';
import { handleRevokeGrant } from './revoke.ts';

/** The routes of `routes/grants`, in the order in which they are matched. */
export const grantRoutes = (deps: BillingDeps): MountedRoute[] => [
  handleCreateGrant(deps),
  handleRevokeGrant(deps),
];
