import { listModelsForUser, setUserUplift } from '@tollgate/catalog/users';
import { upliftPlatformUser } from '@tollgate/contract/routes/admin/pricing';
import type { MountedRoute } from '@tollgate/http/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';
import { platformUserModelOut } from '../../user-model-out.ts';

export const handleUpliftPlatformUser = (deps: AdminDeps): MountedRoute =>
  platformRoute(upliftPlatformUser, async ({ params, body }, context) => {
    const { id } = await getUserByPublicId(deps.db, params.user_id);
    await change(deps, context, async (trx, note) => {
      await setUserUplift(trx, { userId: id, bp: body.uplift_bp });
      await note({
        action: 'user.set_uplift',
        target: { kind: 'user', id },
        userId: id,
        details: { uplift_bp: body.uplift_bp, reason: body.reason ?? null },
      });
    });
    return (await listModelsForUser(deps.db, id)).map(platformUserModelOut);
  });
