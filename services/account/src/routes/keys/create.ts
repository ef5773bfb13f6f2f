import { ApiKeyCreated, SimpleApiKeyCreate } from '@tollgate/contract/keys';
import { defineRoute } from '@tollgate/contract/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { apiKeyOut, createKey, newKeyOf } from '@tollgate/keys/keys';
import type { Handler } from '@tollgate/http/serve';
import type { AccountDeps } from '../../deps.ts';
import { assertExpiryAhead } from '../../expiry.ts';
import { changeKey } from '../../key-change.ts';
import { assertKnownModels } from '../../known-models.ts';
import { assertLimitsTighter } from '../../tighter-limits.ts';

/** `POST /api/keys`. */
export const createUserKey = defineRoute({
  method: 'post',
  path: '/api/keys',
  auth: 'user',
  summary: 'Create a key; its secret is shown in this answer only',
  body: SimpleApiKeyCreate,
  status: 201,
  errors: ['conflict'],
  response: ApiKeyCreated,
});

/** Makes a key; 409 when the user has too many, 422 for an expiry that is not ahead and for limits above the platform's and for unknown models. */
export const handleCreateKey =
  (deps: AccountDeps): Handler<typeof createUserKey, UserCaller> =>
  async ({ body }, context) => {
    await assertExpiryAhead(deps.db, body.expires_at);
    assertLimitsTighter(body.limits, { key: null, user: context.caller.user });
    await assertKnownModels(deps.db, { mode: body.mode ?? 'live', models: body.models });
    const newKey = newKeyOf(context.caller.user.id, body, 'user');
    const made = await changeKey(deps, context, {
      action: 'key.create',
      change: (trx) => createKey(trx, deps.pepper, newKey),
      keyId: ({ key }) => key.id,
      details: ({ key }) => ({ name: key.name, mode: key.mode }),
    });
    return { ...apiKeyOut(made.key), secret: made.secret };
  };
