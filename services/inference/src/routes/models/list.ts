import type { listModelsRoute } from '@tollgate/contract/models';
import type { Handler } from '@tollgate/http/serve';
import type { Admitted } from '@tollgate/inference/admit';
import type { Directory } from '@tollgate/inference/directory';
import { listModels } from '@tollgate/inference/list-models';

/** `GET /v1/models`: from the snapshot, without asking the database. */
export const handleListModels =
  (deps: { directory: Directory }): Handler<typeof listModelsRoute, Admitted> =>
  (_input, { caller }) =>
    listModels(deps.directory.catalog(), caller);
