import { listPlatformUserKeys } from '@tollgate/contract/routes/admin/keys';
import type { MountedRoute } from '@tollgate/http/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import { apiKeyOut, listKeysByOwner } from '@tollgate/keys/keys';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleListPlatformUserKeys = ({ db }: AdminDeps): MountedRoute =>
  platformRoute(listPlatformUserKeys, async ({ params }) => {
    const user = await getUserByPublicId(db, params.user_id);
    return (await listKeysByOwner(db, user.id)).map(apiKeyOut);
  });
