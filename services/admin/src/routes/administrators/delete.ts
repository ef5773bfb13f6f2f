import { deletePlatformAdministrator } from '@tollgate/contract/routes/admin/administrators';
import type { MountedRoute } from '@tollgate/http/route';
import { removeAdministrator } from '@tollgate/identity/administrators';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleDeletePlatformAdministrator = (deps: AdminDeps): MountedRoute =>
  platformRoute(deletePlatformAdministrator, async ({ params }, context) => {
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
  });
