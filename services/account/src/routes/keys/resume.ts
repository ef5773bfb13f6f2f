import { ApiKeyOut, KeyIdParams } from '@tollgate/contract/keys';
import { defineRoute } from '@tollgate/contract/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { apiKeyOut, resumeKey } from '@tollgate/keys/keys';
import type { Handler } from '@tollgate/http/serve';
import type { AccountDeps } from '../../deps.ts';
import { changeKey } from '../../key-change.ts';

/** `POST /api/keys/:key_id/resume`. */
export const resumeUserKey = defineRoute({
  method: 'post',
  path: '/api/keys/:key_id/resume',
  auth: 'user',
  summary: 'Let a suspended key work again',
  params: KeyIdParams,
  status: 200,
  errors: ['conflict'],
  response: ApiKeyOut,
});

/**
 * Lets a key work again; 409 when it has expired, 403 when the platform suspended it, 404 for every id that is not a key of
 * the caller.
 */
export const handleResumeKey =
  (deps: AccountDeps): Handler<typeof resumeUserKey, UserCaller> =>
  async ({ params }, context) => {
    const key = { publicId: params.key_id, ownerId: context.caller.user.id };
    const changed = await changeKey(deps, context, {
      action: 'key.resume',
      change: (trx) => resumeKey(trx, key, 'user'),
      keyId: ({ id }) => id,
    });
    return apiKeyOut(changed);
  };
