import { defineRoute } from '@tollgate/contract/route';
import { removeAdministrator } from '@tollgate/identity/administrators';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { AdministratorIdParams } from '../../params.ts';
import { change } from '../../trail.ts';

export const deletePlatformAdministrator = defineRoute({
  method: 'delete',
  path: '/api/platform/administrators/:administrator_id',
  auth: 'platform',
  needs: 'administrators',
  summary: 'Delete an administrator permanently; the last active local owner stays',
  params: AdministratorIdParams,
  status: 204,
  errors: ['conflict'],
});

export const handleDeletePlatformAdministrator =
  (deps: AdminDeps): AdminHandler<typeof deletePlatformAdministrator> =>
  async ({ params }, context) => {
    const id = decodeId('adm', params.administrator_id);
    const by = context.caller.administrator.id;
    await change(deps, context, async (trx, note) => {
      const removed = await removeAdministrator(trx, { id, by });
      await note({
        action: 'administrator.delete',
        target: { kind: 'administrator', id: removed.id },
        details: { email: removed.email },
      });
    });
    return undefined;
  };
