import { dryRunConfiguration } from '@tollgate/contract/routes/admin/configuration';
import { syncProviderModels } from '@tollgate/contract/routes/admin/credentials';
import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { tryChanges } from '../../dry-run/dry-run.ts';
import { platformRoute } from '../../platform-route.ts';
import { aliasRoutes } from '../aliases/index.ts';
import { credentialRoutes } from '../credentials/index.ts';
import { modelRoutes } from '../models/index.ts';
import { pricingRoutes } from '../pricing/index.ts';
import { retentionRoutes } from '../retention/index.ts';
import { userRoutes } from '../users/index.ts';
import { vectorStoreRoutes } from '../vector-stores/index.ts';

export const handleDryRunConfiguration = (deps: AdminDeps): MountedRoute =>
  platformRoute(dryRunConfiguration, ({ body }, context) =>
    tryChanges({ deps, context, routes: changesOfDocuments }, body.steps),
  );

/** Every change that a document can make, and the question that finds its models. */
function changesOfDocuments(deps: AdminDeps): MountedRoute[] {
  return [
    ...userRoutes(deps),
    ...pricingRoutes(deps),
    ...retentionRoutes(deps),
    ...credentialRoutes(deps),
    ...modelRoutes(deps),
    ...aliasRoutes(deps),
    ...vectorStoreRoutes(deps),
  ].filter(({ definition }) => definition.leased === true || definition === syncProviderModels);
}
