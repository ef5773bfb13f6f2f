import type { MountedRoute } from '@tollgate/http/route';
import type { BillingDeps } from '../../deps.ts';
import { handleListAllEntries } from './all-entries.ts';
import { handleListEntries } from './entries.ts';
import { handleGetWallet } from './get.ts';
import { handleListGrants } from './grants.ts';
import { handleListOpenHolds } from './holds.ts';
import { handleQueryWallets } from './query.ts';

/** The routes of `routes/wallets`, in the order in which they are matched. */
export const walletRoutes = (deps: BillingDeps): MountedRoute[] => [
  handleQueryWallets(deps),
  handleGetWallet(deps),
  handleListGrants(deps),
  handleListEntries(deps),
  handleListAllEntries(deps),
  handleListOpenHolds(deps),
];
