import { LIVE_NAME, liveNames, UNKNOWN_NAME, unknownNames } from '@tollgate/catalog/known-names';
import { ApiKeyCreated, SimpleApiKeyCreate } from '@tollgate/contract/keys';
import { defineRoute } from '@tollgate/contract/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import { apiKeyOut, createKey, isExpiryAhead, newKeyOf } from '@tollgate/keys/keys';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { UserIdParams } from '../../params.ts';
import { change } from '../../trail.ts';

export const createPlatformUserKey = defineRoute({
  method: 'post',
  path: '/api/platform/users/:user_id/keys',
  auth: 'platform',
  needs: 'keys',
  summary: 'Create a key for a user; its secret is shown in this answer only',
  params: UserIdParams,
  body: SimpleApiKeyCreate,
  status: 201,
  response: ApiKeyCreated,
});

export const handleCreatePlatformUserKey =
  (deps: AdminDeps): AdminHandler<typeof createPlatformUserKey> =>
  async ({ params, body }, context) => {
    const owner = await getUserByPublicId(deps.db, params.user_id);
    const expiry = body.expires_at ?? null;
    if (expiry !== null && !(await isExpiryAhead(deps.db, expiry))) {
      throw fieldError('body', 'expires_at', 'must be a moment in the future');
    }
    const [unknown] = await unknownNames(deps.db, body.models ?? []);
    if (unknown !== undefined) throw fieldError('body', 'models', `${unknown} ${UNKNOWN_NAME}`);
    const [live] = body.mode === 'test' ? liveNames(body.models ?? []) : [];
    if (live !== undefined) throw fieldError('body', 'models', `${live} ${LIVE_NAME}`);
    const made = await change(deps, context, async (trx, note) => {
      const minted = await createKey(trx, deps.pepper, newKeyOf(owner.id, body, 'platform'));
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
