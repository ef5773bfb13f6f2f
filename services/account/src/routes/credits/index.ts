import type { MountedRoute } from '@tollgate/http/route';
import type { AccountDeps } from '../../deps.ts';
import { handleGetCredits } from './get.ts';
import { handleListGrants } from './grants.ts';
import { handleListHolds } from './holds.ts';
import { handleListTransactions } from './transactions.ts';

/** The routes of `routes/credits`, in the order in which they are matched. */
export const creditRoutes = (deps: AccountDeps): MountedRoute[] => [
  handleGetCredits(deps),
  handleListTransactions(deps),
  handleListGrants(deps),
  handleListHolds(deps),
];
