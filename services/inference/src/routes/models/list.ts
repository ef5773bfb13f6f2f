import type { RouteSettings } from '@tollgate/contract/paid-routes';
import { listModelsRoute } from '@tollgate/contract/routes/inference/models';
import type { MountedRoute } from '@tollgate/http/route';
import type { Directory } from '@tollgate/inference/caller/directory';
import { listModels } from '@tollgate/inference/catalogue/list-models';
import { keyRoute } from '../../key-route.ts';

/** `GET /v1/models`: from the snapshot, without asking the database. */
export const handleListModels = (deps: {
  directory: Directory;
  settings: RouteSettings;
}): MountedRoute =>
  keyRoute(listModelsRoute, ({ query }, { caller }) =>
    listModels(deps.directory.catalog(), caller, { query, settings: deps.settings }),
  );
