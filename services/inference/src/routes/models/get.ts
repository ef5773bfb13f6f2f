import type { getModelRoute } from '@tollgate/contract/models';
import type { Handler } from '@tollgate/http/serve';
import type { Caller } from '@tollgate/inference/caller';
import type { Directory } from '@tollgate/inference/directory';
import type { RouteSettings } from '@tollgate/contract/paid-routes';
import { getModel } from '@tollgate/inference/list-models';

/** `GET /v1/models/{model}`: one entry of the list, from the snapshot; the id holds a slash. */
export const handleGetModel =
  (deps: {
    directory: Directory;
    settings: RouteSettings;
  }): Handler<typeof getModelRoute, Caller> =>
  ({ params }, { caller }) =>
    getModel(deps.directory.catalog(), caller, {
      name: params.model.join('/'),
      settings: deps.settings,
    });
