import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleGrantCredits } from './grant.ts';
import { handleListCreditGrants } from './list-grants.ts';
import { handleListCreditMovements } from './list-movements.ts';
import { handleListCreditTransactions } from './list-transactions.ts';
import { handleRevokeCredits } from './revoke.ts';

/** The routes of `routes/credits`, in the order in which they are matched. */
export const creditRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleGrantCredits(deps),
  handleListCreditGrants(deps),
  handleRevokeCredits(deps),
  handleListCreditTransactions(deps),
  handleListCreditMovements(deps),
];
