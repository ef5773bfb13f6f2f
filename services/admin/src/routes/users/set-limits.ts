import { setPlatformUserLimits } from '@tollgate/contract/routes/admin/users';
import type { MountedRoute } from '@tollgate/http/route';
import { getUserByPublicId, setUserLimits } from '@tollgate/identity/users';
import { limitsDocument, parseLimits } from '@tollgate/money/limit-set';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';
import { platformUserOut } from '../../user-out.ts';

export const handleSetPlatformUserLimits = (deps: AdminDeps): MountedRoute =>
  platformRoute(setPlatformUserLimits, async ({ params, body }, context) => {
    const { id, limits: before } = await getUserByPublicId(deps.db, params.user_id);
    const limits = parseLimits(body);
    const user = await change(deps, context, async (trx, note) => {
      const changed = await setUserLimits(trx, id, limits);
      await note({
        action: 'user.set_limits',
        target: { kind: 'user', id },
        userId: id,
        details: { from: limitsDocument(parseLimits(before)), to: limitsDocument(limits) },
      });
      return changed;
    });
    return platformUserOut(deps, user);
  });
