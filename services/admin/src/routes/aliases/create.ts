import { createAlias, getAliasView } from '@tollgate/catalog/aliases';
import { PlatformAliasCreate, PlatformAliasOut } from '@tollgate/contract/platform/aliases';
import { defineRoute } from '@tollgate/contract/route';
import { aliasFacts, aliasOut, wantedTargets } from '../../alias-out.ts';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { change } from '../../trail.ts';

export const createPlatformAlias = defineRoute({
  method: 'post',
  path: '/api/platform/aliases',
  auth: 'platform',
  needs: 'catalogue',
  leased: true,
  summary: 'Create an alias: one name for several models, with fallback among them',
  body: PlatformAliasCreate,
  status: 201,
  errors: ['conflict'],
  response: PlatformAliasOut,
});

export const handleCreatePlatformAlias =
  (deps: AdminDeps): AdminHandler<typeof createPlatformAlias> =>
  async ({ body }, context) => {
    const view = await change(deps, context, async (trx, note) => {
      const { id } = await createAlias(trx, {
        name: body.name,
        strategy: body.strategy ?? 'ordered',
        enabled: body.enabled ?? true,
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
  };
