import { changeAlias, getAliasView } from '@tollgate/catalog/aliases';
import { PlatformAliasOut, PlatformAliasUpdate } from '@tollgate/contract/platform/aliases';
import { defineRoute } from '@tollgate/contract/route';
import { decodeId } from '@tollgate/runtime/ids';
import { aliasFacts, aliasOut, wantedTargets } from '../../alias-out.ts';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { AliasIdParams } from '../../params.ts';
import { change } from '../../trail.ts';

export const updatePlatformAlias = defineRoute({
  method: 'patch',
  path: '/api/platform/aliases/:alias_id',
  auth: 'platform',
  needs: 'catalogue',
  leased: true,
  summary: 'Change an alias; what is absent stays',
  params: AliasIdParams,
  body: PlatformAliasUpdate,
  status: 200,
  response: PlatformAliasOut,
});

export const handleUpdatePlatformAlias =
  (deps: AdminDeps): AdminHandler<typeof updatePlatformAlias> =>
  async ({ params, body }, context) => {
    const { strategy, enabled, targets, reason } = body;
    const view = await change(deps, context, async (trx, note) => {
      const { id } = await changeAlias(trx, decodeId('als', params.alias_id), {
        strategy,
        enabled,
        targets: targets === undefined ? undefined : wantedTargets(targets),
      });
      const changed = await getAliasView(trx, id);
      await note({
        action: 'alias.update',
        target: { kind: 'model_alias', id },
        details: { ...aliasFacts(changed, deps.routes), reason: reason ?? null },
      });
      return changed;
    });
    return aliasOut(view, deps.routes);
  };
