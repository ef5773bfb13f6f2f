import type { MountedRoute } from '@tollgate/http/route';
import type { AccountDeps } from '../../deps.ts';
import { handleListUserVectorStores } from './list.ts';

/** The routes of `routes/vector-stores`, in the order in which they are matched. */
export const vectorStoreRoutes = (deps: AccountDeps): MountedRoute[] => [
  handleListUserVectorStores(deps),
];
