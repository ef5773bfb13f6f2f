import type { SimpleApiKeyCreate } from '@tollgate/contract/keys';
import { createUserKey } from '@tollgate/contract/routes/account/keys';
import type { Knex } from '@tollgate/db/connect';
import { idempotencyKeyOf } from '@tollgate/http/optional-key';
import type { MountedRoute, RouteContext } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { apiKeyOut, createKey, newKeyOf } from '@tollgate/keys/keys';
import { claimKeyCreation } from '@tollgate/requests/operations/creations';
import { newUuid } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { assertExpiryAhead } from '../../expiry.ts';
import { changeKey } from '../../key-change.ts';
import { assertKnownModels } from '../../known-models.ts';
import { assertLimitsTighter } from '../../tighter-limits.ts';
import { userRoute } from '../../user-route.ts';

/**
 * Makes a key; 409 when the user has too many and for a repeat under the same `Idempotency-Key`,
 * 422 for an expiry that is not ahead and for limits above the platform's and for unknown models.
 */
export const handleCreateKey = (deps: AccountDeps): MountedRoute =>
  userRoute(createUserKey, async ({ body }, context) => {
    const idempotencyKey = idempotencyKeyOf(context);
    const made = await changeKey(deps, context, {
      action: 'key.create',
      change: (trx) => createOnce(deps, trx, { body, context, idempotencyKey }),
      keyId: ({ key }) => key.id,
      details: ({ key }) => ({ name: key.name, mode: key.mode }),
    });
    return { ...apiKeyOut(made.key), secret: made.secret };
  });

/**
 * A repeat is known as one before its body is judged, since what was right at first may not be so
 * by now.
 */
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
