import { ApiKeyOut, KeyIdParams } from '@tollgate/contract/keys';
import { defineRoute } from '@tollgate/contract/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { apiKeyOut, suspendKey } from '@tollgate/keys/keys';
import type { Handler } from '@tollgate/http/serve';
import type { AccountDeps } from '../../deps.ts';
import { changeKey } from '../../key-change.ts';

/** `POST /api/keys/:key_id/suspend`. */
export const suspendUserKey = defineRoute({
  method: 'post',
  path: '/api/keys/:key_id/suspend',
  auth: 'user',
  summary: 'Suspend a key: calls with it are refused within a second',
  params: KeyIdParams,
  status: 200,
  response: ApiKeyOut,
});

/** Suspends a key; 404 for every id that is not a key of the caller. */
export const handleSuspendKey =
  (deps: AccountDeps): Handler<typeof suspendUserKey, UserCaller> =>
  async ({ params }, context) => {
    const key = { publicId: params.key_id, ownerId: context.caller.user.id };
    const changed = await changeKey(deps, context, {
      action: 'key.suspend',
      change: (trx) => suspendKey(trx, key, 'user'),
      keyId: ({ id }) => id,
    });
    return apiKeyOut(changed);
  };
