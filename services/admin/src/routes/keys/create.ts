import { LIVE_NAME, UNKNOWN_NAME, liveNames, unknownNames } from '@tollgate/catalog/known-names';
import type { SimpleApiKeyCreate } from '@tollgate/contract/keys';
import { createPlatformUserKey } from '@tollgate/contract/routes/admin/keys';
import type { Db } from '@tollgate/db/connect';
import { idempotencyKeyOf } from '@tollgate/http/optional-key';
import type { MountedRoute } from '@tollgate/http/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import { apiKeyOut, createKey, isExpiryAhead, newKeyOf } from '@tollgate/keys/keys';
import { claimKeyCreation } from '@tollgate/requests/operations/creations';
import { newUuid } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleCreatePlatformUserKey = (deps: AdminDeps): MountedRoute =>
  platformRoute(createPlatformUserKey, async ({ params, body }, context) => {
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
  });

/**
 * @throws ValidationError for an expiry that is not ahead, and for models that are unknown or out
 *   of the key's reach
 */
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
