import { auditEventOut } from '@tollgate/audit/audit-events';
import type { AuditEventRow } from '@tollgate/audit/event.queries';
import type { AuditEventOut } from '@tollgate/contract/platform/audit';
import type { NamedIds, Names } from './names.ts';

/** The ids of an event that people know by names. */
export const namedInEvent = (event: AuditEventRow): NamedIds[] => [
  { user: event.userId },
  ...(event.targetKind === 'user' ? [{ user: event.targetId }] : []),
  ...(event.targetKind === 'key' ? [{ key: event.targetId }] : []),
];

/**
 * An event as administrators see it, with what its ids are called. Hashes are over ids alone: names
 * change.
 */
export function namedEventOut(event: AuditEventRow, names: Names): AuditEventOut {
  return auditEventOut(event, {
    userEmail: names.email(event.userId),
    target: targetLabel(event, names),
  });
}

function targetLabel({ targetKind: kind, targetId: id }: AuditEventRow, names: Names) {
  if (kind === 'user') return names.email(id);
  return kind === 'key' ? (names.key(id)?.name ?? null) : null;
}
