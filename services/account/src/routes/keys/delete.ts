import { KeyIdParams } from '@tollgate/contract/keys';
import { defineRoute } from '@tollgate/contract/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { deleteKey } from '@tollgate/keys/keys';
import type { Handler } from '@tollgate/http/serve';
import type { AccountDeps } from '../../deps.ts';
import { changeKey } from '../../key-change.ts';

/** `DELETE /api/keys/:key_id`. */
export const deleteUserKey = defineRoute({
  method: 'delete',
  path: '/api/keys/:key_id',
  auth: 'user',
  summary: 'Delete a key permanently',
  params: KeyIdParams,
  status: 204,
});

/** Deletes a key; 404 for every id that is not a key of the caller. */
export const handleDeleteKey =
  (deps: AccountDeps): Handler<typeof deleteUserKey, UserCaller> =>
  async ({ params }, context) => {
    const key = { publicId: params.key_id, ownerId: context.caller.user.id };
    await changeKey(deps, context, {
      action: 'key.delete',
      change: (trx) => deleteKey(trx, key),
      keyId: (id) => id,
    });
    return undefined;
  };
