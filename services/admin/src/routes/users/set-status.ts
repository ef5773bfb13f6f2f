import { setPlatformUserStatus } from '@tollgate/contract/routes/admin/users';
import type { MountedRoute } from '@tollgate/http/route';
import { getUserByPublicId, setUserStatus } from '@tollgate/identity/users';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';
import { platformUserOut } from '../../user-out.ts';

export const handleSetPlatformUserStatus = (deps: AdminDeps): MountedRoute =>
  platformRoute(setPlatformUserStatus, async ({ params, body }, context) => {
    const { id, status: before } = await getUserByPublicId(deps.db, params.user_id);
    const user = await change(deps, context, async (trx, note) => {
      const changed = await setUserStatus(trx, id, body.status);
      await note({
        action: 'user.set_status',
        target: { kind: 'user', id },
        userId: id,
        details: { from: before, to: body.status, reason: body.reason ?? null },
      });
      return changed;
    });
    return platformUserOut(deps, user);
  });
