import type { MountedRoute } from '@tollgate/http/route';
import type { BillingDeps } from '../../deps.ts';
import { handleListOperationEntries } from './entries.ts';

/** The routes of `routes/operations`, in the order in which they are matched. */
export const operationRoutes = (deps: BillingDeps): MountedRoute[] => [
  handleListOperationEntries(deps),
];
