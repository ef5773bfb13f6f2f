import { resumeUserKey } from '@tollgate/contract/routes/account/keys';
import type { MountedRoute } from '@tollgate/http/route';
import { apiKeyOut, resumeKey } from '@tollgate/keys/keys';
import type { AccountDeps } from '../../deps.ts';
import { changeKey } from '../../key-change.ts';
import { userRoute } from '../../user-route.ts';

/**
 * Lets a key work again; 409 when it has expired, 403 when the platform suspended it, 404 for every
 * id that is not a key of the caller.
 */
export const handleResumeKey = (deps: AccountDeps): MountedRoute =>
  userRoute(resumeUserKey, async ({ params }, context) => {
    const key = { publicId: params.key_id, ownerId: context.caller.user.id };
    const changed = await changeKey(deps, context, {
      action: 'key.resume',
      change: (trx) => resumeKey(trx, key, 'user'),
      keyId: ({ id }) => id,
    });
    return apiKeyOut(changed);
  });
