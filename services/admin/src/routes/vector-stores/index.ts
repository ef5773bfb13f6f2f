import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleCreatePlatformVectorStore } from './create.ts';
import { handleDeletePlatformVectorStore } from './delete.ts';
import { handleListPlatformVectorStores } from './list.ts';

/** The routes of `routes/vector-stores`, in the order in which they are matched. */
export const vectorStoreRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleListPlatformVectorStores(deps),
  handleCreatePlatformVectorStore(deps),
  handleDeletePlatformVectorStore(deps),
];
