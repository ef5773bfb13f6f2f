import { getModelView } from '@tollgate/catalog/models';
import { getPlatformModel } from '@tollgate/contract/routes/admin/models';
import type { MountedRoute } from '@tollgate/http/route';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { modelOut } from '../../model-out.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleGetPlatformModel = ({ db, routes }: AdminDeps): MountedRoute =>
  platformRoute(getPlatformModel, async ({ params }) =>
    modelOut(await getModelView(db, decodeId('mdl', params.model_id)), routes),
  );
