import type { MountedRoute } from '@tollgate/http/route';
import type { AccountDeps } from '../../deps.ts';
import { handleCreateSetup } from './create.ts';
import { handleGetSetupStatus } from './status.ts';

/** The routes of `routes/setup`, in the order in which they are matched. */
export const setupRoutes = (deps: AccountDeps): MountedRoute[] => [
  handleGetSetupStatus(deps),
  handleCreateSetup(deps),
];
