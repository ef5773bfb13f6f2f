import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleCreateProviderCredential } from './create.ts';
import { handleDeleteProviderCredential } from './delete.ts';
import { handleListProviderFamilies } from './families.ts';
import { handleGetCredentialsHealth } from './health.ts';
import { handleListProviderCredentials } from './list.ts';
import { handleSyncProviderModels } from './sync-models.ts';
import { handleTestProviderCredential } from './test.ts';
import { handleUpdateProviderCredential } from './update.ts';

/** The routes of `routes/credentials`, in the order in which they are matched. */
export const credentialRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleListProviderFamilies(deps),
  handleListProviderCredentials(deps),
  handleGetCredentialsHealth(deps),
  handleCreateProviderCredential(deps),
  handleUpdateProviderCredential(deps),
  handleDeleteProviderCredential(deps),
  handleTestProviderCredential(deps),
  handleSyncProviderModels(deps),
];
