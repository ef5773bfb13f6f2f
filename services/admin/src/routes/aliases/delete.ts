import { removeAlias } from '@tollgate/catalog/aliases';
import { defineRoute } from '@tollgate/contract/route';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { AliasIdParams } from '../../params.ts';
import { change } from '../../trail.ts';

export const deletePlatformAlias = defineRoute({
  method: 'delete',
  path: '/api/platform/aliases/:alias_id',
  auth: 'platform',
  needs: 'catalogue',
  leased: true,
  summary: 'Delete an alias; its models stay as they are',
  params: AliasIdParams,
  status: 204,
});

export const handleDeletePlatformAlias =
  (deps: AdminDeps): AdminHandler<typeof deletePlatformAlias> =>
  async ({ params }, context) => {
    await change(deps, context, async (trx, note) => {
      const { id, name } = await removeAlias(trx, decodeId('als', params.alias_id));
      await note({
        action: 'alias.delete',
        target: { kind: 'model_alias', id },
        details: { name },
      });
    });
    return undefined;
  };
