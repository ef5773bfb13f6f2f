import { ApiKeyCreated, SimpleApiKeyCreate } from '@tollgate/contract/keys';
import { defineRoute } from '@tollgate/contract/route';
import type { Knex } from '@tollgate/db/connect';
import type { UserCaller } from '@tollgate/identity/authentication';
import { apiKeyOut, createKey, newKeyOf } from '@tollgate/keys/keys';
import { idempotencyKeyOf, onceByKey } from '@tollgate/http/optional-key';
import type { Handler, RouteContext } from '@tollgate/http/serve';
import { claimKeyCreation } from '@tollgate/requests/operations/creations';
import { newUuid } from '@tollgate/runtime/ids';
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
  summary: 'Create a key, once for each Idempotency-Key; its secret is shown in this answer only',
  body: SimpleApiKeyCreate,
  status: 201,
  requestHeaders: onceByKey(
    'Sent again with the same key, one API key is created: the repeat is refused with its id.',
    'key-of-ci-4711',
  ),
  errors: [
    'conflict',
    'invalid_idempotency_key',
    'idempotency_key_mismatch',
    'idempotency_result_not_stored',
  ],
  response: ApiKeyCreated,
});

/**
 * Makes a key; 409 when the user has too many and for a repeat under the same `Idempotency-Key`, 422 for an expiry that is not ahead and
 * for limits above the platform's and for unknown models.
 */
export const handleCreateKey =
  (deps: AccountDeps): Handler<typeof createUserKey, UserCaller> =>
  async ({ body }, context) => {
    const idempotencyKey = idempotencyKeyOf(context);
    const made = await changeKey(deps, context, {
      action: 'key.create',
      change: (trx) => createOnce(deps, trx, { body, context, idempotencyKey }),
      keyId: ({ key }) => key.id,
      details: ({ key }) => ({ name: key.name, mode: key.mode }),
    });
    return { ...apiKeyOut(made.key), secret: made.secret };
  };

/** A repeat is known as one before its body is judged, since what was right at first may not be so by now. */
async function createOnce(
  deps: AccountDeps,
  trx: Knex.Transaction,
  asked: {
    body: SimpleApiKeyCreate;
    context: RouteContext<UserCaller>;
    idempotencyKey: string | null;
  },
): ReturnType<typeof createKey> {
  const { body, idempotencyKey: key } = asked;
  const { user } = asked.context.caller;
  const madeId = newUuid();
  if (key !== null) {
    const route = `POST ${createUserKey.path}`;
    await claimKeyCreation(trx, { actorId: user.id, key, route, body, madeId });
  }
  await assertExpiryAhead(trx, body.expires_at);
  assertLimitsTighter(body.limits, { key: null, user });
  await assertKnownModels(trx, { mode: body.mode ?? 'live', models: body.models });
  return createKey(trx, deps.pepper, { ...newKeyOf(user.id, body, 'user'), id: madeId });
}
