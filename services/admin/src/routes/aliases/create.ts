import { createAlias, getAliasView } from '@tollgate/catalog/aliases';
import { createPlatformAlias } from '@tollgate/contract/routes/admin/aliases';
import type { MountedRoute } from '@tollgate/http/route';
import { aliasFacts, aliasOut, wantedTargets } from '../../alias-out.ts';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleCreatePlatformAlias = (deps: AdminDeps): MountedRoute =>
  platformRoute(createPlatformAlias, async ({ body }, context) => {
    const view = await change(deps, context, async (trx, note) => {
      const { id } = await createAlias(trx, {
        name: body.name,
        strategy: body.strategy ?? 'ordered',
        enabled: body.enabled ?? true,
        firstByteSeconds: body.first_byte_seconds ?? null,
        totalSeconds: body.total_seconds ?? null,
        targets: wantedTargets(body.targets),
        createdBy: context.caller.administrator.id,
      });
      const made = await getAliasView(trx, id);
      await note({
        action: 'alias.create',
        target: { kind: 'model_alias', id },
        details: { ...aliasFacts(made, deps.routes), reason: body.reason ?? null },
      });
      return made;
    });
    return aliasOut(view, deps.routes);
  });
