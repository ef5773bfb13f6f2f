import type { MountedRoute } from '@tollgate/http/route';
import type { RouteDeps } from '../../deps.ts';
import { handleGetVectorStore } from './get.ts';
import { handleListVectorStores } from './list.ts';

/** The routes of `routes/vector-stores`, in the order in which they are matched. */
export const vectorStoreRoutes = (deps: RouteDeps): MountedRoute[] => [
  handleListVectorStores(deps),
  handleGetVectorStore(deps),
];
