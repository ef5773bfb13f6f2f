import { listModelViews } from '@tollgate/catalog/models';
import { listPlatformModels } from '@tollgate/contract/routes/admin/models';
import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { modelOut } from '../../model-out.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleListPlatformModels = ({ db, routes }: AdminDeps): MountedRoute =>
  platformRoute(listPlatformModels, async ({ query }) => {
    const { limit, offset, state = null, provider = null, family = null } = query;
    const publicId = query.public_id ?? null;
    const filter = { limit, offset, state, provider, family, publicId };
    return (await listModelViews(db, filter)).map((view) => modelOut(view, routes));
  });
