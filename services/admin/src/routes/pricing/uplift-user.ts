import { Type } from 'typebox';
import { listModelsForUser, setUserUplift } from '@tollgate/catalog/users';
import { OrganizationPriceUplift, PlatformUserModelOut } from '@tollgate/contract/platform/models';
import { defineRoute } from '@tollgate/contract/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { UserIdParams } from '../../params.ts';
import { change } from '../../trail.ts';
import { platformUserModelOut } from '../../user-model-out.ts';

export const upliftPlatformUser = defineRoute({
  method: 'put',
  path: '/api/platform/users/:user_id/pricing-uplift',
  auth: 'platform',
  needs: 'prices',
  leased: true,
  summary: 'Set what a user pays on top of list prices, for models without an uplift of their own',
  params: UserIdParams,
  body: OrganizationPriceUplift,
  status: 200,
  response: Type.Array(PlatformUserModelOut),
});

export const handleUpliftPlatformUser =
  (deps: AdminDeps): AdminHandler<typeof upliftPlatformUser> =>
  async ({ params, body }, context) => {
    const { id } = await getUserByPublicId(deps.db, params.user_id);
    await change(deps, context, async (trx, note) => {
      await setUserUplift(trx, { userId: id, bp: body.uplift_bp });
      await note({
        action: 'user.set_uplift',
        target: { kind: 'user', id },
        userId: id,
        details: { uplift_bp: body.uplift_bp, reason: body.reason ?? null },
      });
    });
    return (await listModelsForUser(deps.db, id)).map(platformUserModelOut);
  };
