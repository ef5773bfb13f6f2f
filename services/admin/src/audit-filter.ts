import type { AuditEventFilter } from '@tollgate/audit/queries';
import type { AuditExportQuery } from '@tollgate/contract/platform/audit';
import { decodeId } from '@tollgate/runtime/ids';

/** What a query asks for; null when it names an id that nothing has. */
export function auditFilter(query: Omit<AuditExportQuery, 'after'>): AuditEventFilter | null {
  const { user_id: user, actor_id: actor, action = null } = query;
  const userId = user === undefined ? null : decodeId('usr', user);
  const actorId = actor === undefined ? null : (decodeId('usr', actor) ?? decodeId('adm', actor));
  if (user !== undefined && userId === null) return null;
  if (actor !== undefined && actorId === null) return null;
  return { action, userId, actorId, from: momentOf(query.date_from), to: momentOf(query.date_to) };
}

function momentOf(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text);
}
