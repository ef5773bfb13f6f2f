import { PlatformOrganizationStatus, PlatformUserOut } from '@tollgate/contract/platform/users';
import { defineRoute } from '@tollgate/contract/route';
import { getUserByPublicId, setUserStatus } from '@tollgate/identity/users';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { UserIdParams } from '../../params.ts';
import { change } from '../../trail.ts';
import { platformUserOut } from '../../user-out.ts';

export const setPlatformUserStatus = defineRoute({
  method: 'patch',
  path: '/api/platform/users/:user_id/status',
  auth: 'platform',
  needs: 'users',
  leased: true,
  summary: 'Suspend or resume a user, or close an account permanently',
  params: UserIdParams,
  body: PlatformOrganizationStatus,
  status: 200,
  errors: ['conflict'],
  response: PlatformUserOut,
});

export const handleSetPlatformUserStatus =
  (deps: AdminDeps): AdminHandler<typeof setPlatformUserStatus> =>
  async ({ params, body }, context) => {
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
  };
