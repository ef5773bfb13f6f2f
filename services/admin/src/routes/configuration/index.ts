import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleDryRunConfiguration } from './dry-run.ts';
import { handleEndLease } from './end-lease.ts';
import { handleTakeLease } from './take-lease.ts';

/** The routes of `routes/configuration`, in the order in which they are matched. */
export const configurationRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleTakeLease(deps),
  handleEndLease(deps),
  handleDryRunConfiguration(deps),
];
