import { updateUserKey } from '@tollgate/contract/routes/account/keys';
import type { MountedRoute } from '@tollgate/http/route';
import { apiKeyOut, getKey, updateKey } from '@tollgate/keys/keys';
import type { AccountDeps } from '../../deps.ts';
import { assertExpiryAhead } from '../../expiry.ts';
import { changeKey } from '../../key-change.ts';
import { assertKnownModels } from '../../known-models.ts';
import { assertLimitsTighter } from '../../tighter-limits.ts';
import { userRoute } from '../../user-route.ts';

/** Changes what the body names; an unknown key is 404 before an expiry in the past is 422. */
export const handleUpdateKey = (deps: AccountDeps): MountedRoute =>
  userRoute(updateUserKey, async ({ params, body }, context) => {
    const key = { publicId: params.key_id, ownerId: context.caller.user.id };
    const current = await getKey(deps.db, key);
    await assertExpiryAhead(deps.db, body.expires_at);
    assertLimitsTighter(body.limits, { key: current, user: context.caller.user });
    await assertKnownModels(deps.db, {
      mode: current.mode,
      models: body.models,
      listed: current.models ?? [],
    });
    const changed = await changeKey(deps, context, {
      action: 'key.update',
      change: (trx) => updateKey(trx, key, body),
      keyId: ({ id }) => id,
      details: () => ({ fields: Object.keys(body) }),
    });
    return apiKeyOut(changed);
  });
