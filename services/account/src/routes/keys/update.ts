import { ApiKeyOut, ApiKeyUpdate, KeyIdParams } from '@tollgate/contract/keys';
import { defineRoute } from '@tollgate/contract/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { apiKeyOut, getKey, updateKey } from '@tollgate/keys/keys';
import type { Handler } from '@tollgate/http/serve';
import type { AccountDeps } from '../../deps.ts';
import { assertExpiryAhead } from '../../expiry.ts';
import { changeKey } from '../../key-change.ts';
import { assertKnownModels } from '../../known-models.ts';
import { assertLimitsTighter } from '../../tighter-limits.ts';

/** `PATCH /api/keys/:key_id`. */
export const updateUserKey = defineRoute({
  method: 'patch',
  path: '/api/keys/:key_id',
  auth: 'user',
  summary: 'Change the name, the expiry or the policies of a key',
  params: KeyIdParams,
  body: ApiKeyUpdate,
  status: 200,
  response: ApiKeyOut,
});

/** Changes what the body names; an unknown key is 404 before an expiry in the past is 422. */
export const handleUpdateKey =
  (deps: AccountDeps): Handler<typeof updateUserKey, UserCaller> =>
  async ({ params, body }, context) => {
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
  };
