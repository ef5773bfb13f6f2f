import type { listModelsRoute } from '@tollgate/contract/models';
import type { Handler } from '@tollgate/http/serve';
import type { Caller } from '@tollgate/inference/caller';
import type { Directory } from '@tollgate/inference/directory';
import type { RouteSettings } from '@tollgate/contract/paid-routes';
import { listModels } from '@tollgate/inference/list-models';

/** `GET /v1/models`: from the snapshot, without asking the database. */
export const handleListModels =
  (deps: {
    directory: Directory;
    settings: RouteSettings;
  }): Handler<typeof listModelsRoute, Caller> =>
  ({ query }, { caller }) =>
    listModels(deps.directory.catalog(), caller, { query, settings: deps.settings });
