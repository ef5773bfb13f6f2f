import { changeAlias, getAliasView } from '@tollgate/catalog/aliases';
import { updatePlatformAlias } from '@tollgate/contract/routes/admin/aliases';
import type { MountedRoute } from '@tollgate/http/route';
import { decodeId } from '@tollgate/runtime/ids';
import { aliasFacts, aliasOut, wantedTargets } from '../../alias-out.ts';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleUpdatePlatformAlias = (deps: AdminDeps): MountedRoute =>
  platformRoute(updatePlatformAlias, async ({ params, body }, context) => {
    const { strategy, enabled, targets, reason } = body;
    const { first_byte_seconds: firstByteSeconds, total_seconds: totalSeconds } = body;
    const view = await change(deps, context, async (trx, note) => {
      const { id } = await changeAlias(trx, decodeId('als', params.alias_id), {
        strategy,
        enabled,
        firstByteSeconds,
        totalSeconds,
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
  });
