import type { AuditAction } from '@tollgate/audit/actions';
import { ApiKeyOut } from '@tollgate/contract/keys';
import { PlatformKeyAction } from '@tollgate/contract/platform/users';
import { defineRoute } from '@tollgate/contract/route';
import type { Knex } from '@tollgate/db/connect';
import { getUserByPublicId } from '@tollgate/identity/users';
import { apiKeyOut, deleteKey, getKey, resumeKey, suspendKey } from '@tollgate/keys/keys';
import type { ApiKey, KeyOfOwner } from '@tollgate/keys/keys';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { UserKeyActionParams } from '../../params.ts';
import { change } from '../../trail.ts';

export const actOnPlatformUserKey = defineRoute({
  method: 'post',
  path: '/api/platform/users/:user_id/keys/:key_id/:action',
  auth: 'platform',
  needs: 'keys',
  summary: 'Suspend, resume or delete a key of a user',
  params: UserKeyActionParams,
  body: PlatformKeyAction,
  bodyOptional: true,
  status: 200,
  errors: ['conflict'],
  response: ApiKeyOut,
});

type KeyAction = (trx: Knex.Transaction, key: KeyOfOwner) => Promise<ApiKey>;

/** What the path may say; nothing but these names reaches a function. */
const ACTIONS: ReadonlyMap<string, { act: KeyAction; noted: AuditAction }> = new Map<
  string,
  { act: KeyAction; noted: AuditAction }
>([
  ['suspend', { act: (trx, key) => suspendKey(trx, key, 'platform'), noted: 'key.suspend' }],
  ['resume', { act: (trx, key) => resumeKey(trx, key, 'platform'), noted: 'key.resume' }],
  ['delete', { act: deleteAndShow, noted: 'key.delete' }],
]);

export const handleActOnPlatformUserKey =
  (deps: AdminDeps): AdminHandler<typeof actOnPlatformUserKey> =>
  async ({ params, body }, context) => {
    const action = ACTIONS.get(params.action);
    if (action === undefined) {
      throw fieldError('path', 'action', `must be one of ${[...ACTIONS.keys()].join(', ')}`);
    }
    const owner = await getUserByPublicId(deps.db, params.user_id);
    const key = await change(deps, context, async (trx, note) => {
      const changed = await action.act(trx, { publicId: params.key_id, ownerId: owner.id });
      await note({
        action: action.noted,
        target: { kind: 'key', id: changed.id },
        userId: owner.id,
        details: { reason: body?.reason ?? null },
      });
      return changed;
    });
    return apiKeyOut(key);
  };

/** The key as it was last: afterwards there is nothing left to show. */
async function deleteAndShow(trx: Knex.Transaction, key: KeyOfOwner): Promise<ApiKey> {
  const last = await getKey(trx, key);
  await deleteKey(trx, key);
  return last;
}
