import { removeAlias } from '@tollgate/catalog/aliases';
import { deletePlatformAlias } from '@tollgate/contract/routes/admin/aliases';
import type { MountedRoute } from '@tollgate/http/route';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleDeletePlatformAlias = (deps: AdminDeps): MountedRoute =>
  platformRoute(deletePlatformAlias, async ({ params }, context) => {
    await change(deps, context, async (trx, note) => {
      const { id, name } = await removeAlias(trx, decodeId('als', params.alias_id));
      await note({
        action: 'alias.delete',
        target: { kind: 'model_alias', id },
        details: { name },
      });
    });
    return undefined;
  });
