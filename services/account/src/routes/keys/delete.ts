import { deleteUserKey } from '@tollgate/contract/routes/account/keys';
import type { MountedRoute } from '@tollgate/http/route';
import { deleteKey } from '@tollgate/keys/keys';
import type { AccountDeps } from '../../deps.ts';
import { changeKey } from '../../key-change.ts';
import { userRoute } from '../../user-route.ts';

/** Deletes a key; 404 for every id that is not a key of the caller. */
export const handleDeleteKey = (deps: AccountDeps): MountedRoute =>
  userRoute(deleteUserKey, async ({ params }, context) => {
    const key = { publicId: params.key_id, ownerId: context.caller.user.id };
    await changeKey(deps, context, {
      action: 'key.delete',
      change: (trx) => deleteKey(trx, key),
      keyId: (id) => id,
    });
    return undefined;
  });
