import { ApiKeyOut } from '@tollgate/contract/keys';
import { LimitsIn } from '@tollgate/contract/limits-document';
import { defineRoute } from '@tollgate/contract/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import { apiKeyOut } from '@tollgate/keys/keys';
import { setKeyLimits } from '@tollgate/keys/limits';
import { limitsDocument, parseLimits } from '@tollgate/money/limit-set';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { UserKeyParams } from '../../params.ts';
import { change } from '../../trail.ts';

export const setPlatformKeyLimits = defineRoute({
  method: 'put',
  path: '/api/platform/users/:user_id/keys/:key_id/limits',
  auth: 'platform',
  needs: 'keys',
  leased: true,
  summary: 'Set what a key may use; what is left out is unlimited',
  params: UserKeyParams,
  body: LimitsIn,
  status: 200,
  response: ApiKeyOut,
});

export const handleSetPlatformKeyLimits =
  (deps: AdminDeps): AdminHandler<typeof setPlatformKeyLimits> =>
  async ({ params, body }, context) => {
    const owner = await getUserByPublicId(deps.db, params.user_id);
    const limits = parseLimits(body);
    const key = await change(deps, context, async (trx, note) => {
      const changed = await setKeyLimits(
        trx,
        { publicId: params.key_id, ownerId: owner.id },
        limits,
      );
      await note({
        action: 'key.set_limits',
        target: { kind: 'key', id: changed.id },
        userId: owner.id,
        details: { to: limitsDocument(limits) },
      });
      return changed;
    });
    return apiKeyOut(key);
  };
