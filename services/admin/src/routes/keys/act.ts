import type { AuditAction } from '@tollgate/audit/actions';
import { actOnPlatformUserKey } from '@tollgate/contract/routes/admin/keys';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { getUserByPublicId } from '@tollgate/identity/users';
import { apiKeyOut, deleteKey, getKey, resumeKey, suspendKey } from '@tollgate/keys/keys';
import type { ApiKey, KeyOfOwner } from '@tollgate/keys/keys';
import type { AdminDeps } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

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

export const handleActOnPlatformUserKey = (deps: AdminDeps): MountedRoute =>
  platformRoute(actOnPlatformUserKey, async ({ params, body }, context) => {
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
  });

/** The key as it was last: afterwards there is nothing left to show. */
async function deleteAndShow(trx: Knex.Transaction, key: KeyOfOwner): Promise<ApiKey> {
  const last = await getKey(trx, key);
  await deleteKey(trx, key);
  return last;
}
