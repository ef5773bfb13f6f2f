import { isAuditAction } from '@tollgate/audit/actions';
import { findAuditNames } from '@tollgate/audit/event.queries';
import type { AuditEventFilter } from '@tollgate/audit/event.queries';
import type { AuditExportQuery } from '@tollgate/contract/platform/audit';
import type { Db } from '@tollgate/db/connect';
import { findAdministratorById } from '@tollgate/identity/administrator.queries';
import { findUserById } from '@tollgate/identity/user.queries';
import { decodeId } from '@tollgate/runtime/ids';
import { fieldError } from './field-errors.ts';
import { assertUser, userIdIn } from './user-filter.ts';

/**
 * What a query asks for. A name that nobody and no event has is a mistake, and an empty list for it
 * would look like an answer.
 * @throws ValidationError that names the field
 */
export async function auditFilter(
  db: Db,
  query: Omit<AuditExportQuery, 'after'>,
): Promise<AuditEventFilter> {
  const { actor_id: actor, action = null } = query;
  const userId = await userIdIn(db, 'user_id', query.user_id);
  const actorId = actor === undefined ? null : (decodeId('usr', actor) ?? decodeId('adm', actor));
  if (actor !== undefined && actorId === null) {
    throw fieldError('query', 'actor_id', 'must be an id such as adm_… or usr_…');
  }
  const known = await findAuditNames(db, { action, userId, actorId });
  if (!known.action && action !== null && !isAuditAction(action)) {
    throw fieldError('query', 'action', 'no event has this action');
  }
  if (!known.user) await assertUser(db, 'user_id', userId);
  if (!known.actor && actorId !== null) await assertActor(db, actorId);
  return { action, userId, actorId, from: momentOf(query.date_from), to: momentOf(query.date_to) };
}

async function assertActor(db: Db, id: string): Promise<void> {
  const found = (await findAdministratorById(db, id)) ?? (await findUserById(db, id));
  if (found === null) throw fieldError('query', 'actor_id', 'is the id of nobody');
}

function momentOf(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text);
}
