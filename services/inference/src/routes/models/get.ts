import type { RouteSettings } from '@tollgate/contract/paid-routes';
import { getModelRoute } from '@tollgate/contract/routes/inference/models';
import type { MountedRoute } from '@tollgate/http/route';
import type { Directory } from '@tollgate/inference/caller/directory';
import { getModel } from '@tollgate/inference/catalogue/list-models';
import { keyRoute } from '../../key-route.ts';

/** `GET /v1/models/{model}`: one entry of the list, from the snapshot; the id holds a slash. */
export const handleGetModel = (deps: {
  directory: Directory;
  settings: RouteSettings;
}): MountedRoute =>
  keyRoute(getModelRoute, ({ params }, { caller }) =>
    getModel(deps.directory.catalog(), caller, {
      name: params.model.join('/'),
      settings: deps.settings,
    }),
  );
