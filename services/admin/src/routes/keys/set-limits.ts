import { setPlatformKeyLimits } from '@tollgate/contract/routes/admin/keys';
import type { MountedRoute } from '@tollgate/http/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import { apiKeyOut } from '@tollgate/keys/keys';
import { setKeyLimits } from '@tollgate/keys/limits';
import { limitsDocument, parseLimits } from '@tollgate/money/limit-set';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleSetPlatformKeyLimits = (deps: AdminDeps): MountedRoute =>
  platformRoute(setPlatformKeyLimits, async ({ params, body }, context) => {
    const owner = await getUserByPublicId(deps.db, params.user_id);
    const limits = parseLimits(body);
    const key = await change(deps, context, async (trx, note) => {
      const changed = await setKeyLimits(
        trx,
        { publicId: params.key_id, ownerId: owner.id },
        limits,
      );
      await note({
        action: 'key.set_limits',
        target: { kind: 'key', id: changed.id },
        userId: owner.id,
        details: { to: limitsDocument(limits) },
      });
      return changed;
    });
    return apiKeyOut(key);
  });
