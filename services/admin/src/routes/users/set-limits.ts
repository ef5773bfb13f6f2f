import { LimitsIn } from '@tollgate/contract/limits-document';
import { PlatformUserOut } from '@tollgate/contract/platform/users';
import { defineRoute } from '@tollgate/contract/route';
import { getUserByPublicId, setUserLimits } from '@tollgate/identity/users';
import { limitsDocument, parseLimits } from '@tollgate/money/limit-set';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { UserIdParams } from '../../params.ts';
import { change } from '../../trail.ts';
import { platformUserOut } from '../../user-out.ts';

export const setPlatformUserLimits = defineRoute({
  method: 'put',
  path: '/api/platform/users/:user_id/limits',
  auth: 'platform',
  needs: 'users',
  leased: true,
  summary: 'Set what all keys of a user may use together; what is left out is unlimited',
  params: UserIdParams,
  body: LimitsIn,
  status: 200,
  response: PlatformUserOut,
});

export const handleSetPlatformUserLimits =
  (deps: AdminDeps): AdminHandler<typeof setPlatformUserLimits> =>
  async ({ params, body }, context) => {
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
  };
