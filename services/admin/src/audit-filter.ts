import type { AuditEventFilter } from '@tollgate/audit/queries';
import type { AuditExportQuery } from '@tollgate/contract/platform/audit';
import type { Db } from '@tollgate/db/connect';
import { decodeId } from '@tollgate/runtime/ids';
import { userIdIn } from './user-filter.ts';

/**
 * What a query asks for; null when it names an id that nothing has.
 * @throws ValidationError for an address that no account has
 */
export async function auditFilter(
  db: Db,
  query: Omit<AuditExportQuery, 'after'>,
): Promise<AuditEventFilter | null> {
  const { actor_id: actor, action = null } = query;
  const user = await userIdIn(db, 'user_id', query.user_id);
  const userId = user === undefined ? null : decodeId('usr', user);
  const actorId = actor === undefined ? null : (decodeId('usr', actor) ?? decodeId('adm', actor));
  if (user !== undefined && userId === null) return null;
  if (actor !== undefined && actorId === null) return null;
  return { action, userId, actorId, from: momentOf(query.date_from), to: momentOf(query.date_to) };
}

function momentOf(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text);
}
