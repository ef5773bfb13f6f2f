import { listModelsForUser } from '@tollgate/catalog/users';
import { listPlatformUserModels } from '@tollgate/contract/routes/admin/pricing';
import type { MountedRoute } from '@tollgate/http/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { platformUserModelOut } from '../../user-model-out.ts';

export const handleListPlatformUserModels = ({ db }: AdminDeps): MountedRoute =>
  platformRoute(listPlatformUserModels, async ({ params }) => {
    const user = await getUserByPublicId(db, params.user_id);
    return (await listModelsForUser(db, user.id)).map(platformUserModelOut);
  });
