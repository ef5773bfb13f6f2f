import { suspendUserKey } from '@tollgate/contract/routes/account/keys';
import type { MountedRoute } from '@tollgate/http/route';
import { apiKeyOut, suspendKey } from '@tollgate/keys/keys';
import type { AccountDeps } from '../../deps.ts';
import { changeKey } from '../../key-change.ts';
import { userRoute } from '../../user-route.ts';

/** Suspends a key; 404 for every id that is not a key of the caller. */
export const handleSuspendKey = (deps: AccountDeps): MountedRoute =>
  userRoute(suspendUserKey, async ({ params }, context) => {
    const key = { publicId: params.key_id, ownerId: context.caller.user.id };
    const changed = await changeKey(deps, context, {
      action: 'key.suspend',
      change: (trx) => suspendKey(trx, key, 'user'),
      keyId: ({ id }) => id,
    });
    return apiKeyOut(changed);
  });
