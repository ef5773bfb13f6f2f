import { LIVE_NAME, liveNames, UNKNOWN_NAME, unknownNames } from '@tollgate/catalog/known-names';
import { ApiKeyCreated, SimpleApiKeyCreate } from '@tollgate/contract/keys';
import { defineRoute } from '@tollgate/contract/route';
import type { Db } from '@tollgate/db/connect';
import { idempotencyKeyOf, onceByKey } from '@tollgate/http/optional-key';
import { getUserByPublicId } from '@tollgate/identity/users';
import { apiKeyOut, createKey, isExpiryAhead, newKeyOf } from '@tollgate/keys/keys';
import { claimKeyCreation } from '@tollgate/requests/operations/creations';
import { newUuid } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { UserIdParams } from '../../params.ts';
import { change } from '../../trail.ts';

export const createPlatformUserKey = defineRoute({
  method: 'post',
  path: '/api/platform/users/:user_id/keys',
  auth: 'platform',
  needs: 'keys',
  summary:
    'Create a key for a user, once for each Idempotency-Key; its secret is shown in this answer only',
  params: UserIdParams,
  body: SimpleApiKeyCreate,
  status: 201,
  requestHeaders: onceByKey(
    'Sent again with the same key, one API key is created: the repeat is refused with its id.',
    'key-of-customer-4711',
  ),
  errors: [
    'conflict',
    'invalid_idempotency_key',
    'idempotency_key_mismatch',
    'idempotency_result_not_stored',
  ],
  response: ApiKeyCreated,
});

export const handleCreatePlatformUserKey =
  (deps: AdminDeps): AdminHandler<typeof createPlatformUserKey> =>
  async ({ params, body }, context) => {
    const key = idempotencyKeyOf(context);
    const owner = await getUserByPublicId(deps.db, params.user_id);
    const madeId = newUuid();
    const made = await change(deps, context, async (trx, note) => {
      if (key !== null) {
        const route = `POST ${createPlatformUserKey.path} ${owner.id}`;
        const actorId = context.caller.administrator.id;
        await claimKeyCreation(trx, { actorId, key, route, body, madeId });
      }
      await assertKeyMakesSense(trx, body);
      const newKey = { ...newKeyOf(owner.id, body, 'platform'), id: madeId };
      const minted = await createKey(trx, deps.pepper, newKey);
      await note({
        action: 'key.create',
        target: { kind: 'key', id: minted.key.id },
        userId: owner.id,
        details: { name: minted.key.name, mode: minted.key.mode },
      });
      return minted;
    });
    return { ...apiKeyOut(made.key), secret: made.secret };
  };

/** @throws ValidationError for an expiry that is not ahead, and for models that are unknown or out of the key's reach */
async function assertKeyMakesSense(trx: Db, body: SimpleApiKeyCreate): Promise<void> {
  const expiry = body.expires_at ?? null;
  if (expiry !== null && !(await isExpiryAhead(trx, expiry))) {
    throw fieldError('body', 'expires_at', 'must be a moment in the future');
  }
  const [unknown] = await unknownNames(trx, body.models ?? []);
  if (unknown !== undefined) throw fieldError('body', 'models', `${unknown} ${UNKNOWN_NAME}`);
  const [live] = body.mode === 'test' ? liveNames(body.models ?? []) : [];
  if (live !== undefined) throw fieldError('body', 'models', `${live} ${LIVE_NAME}`);
}
