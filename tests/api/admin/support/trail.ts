import { listPlatformAuditEvents } from '@tollgate/contract/routes/admin/audit';
import type { RunningAdmin } from './admin.ts';

/**
 * Audit events of one action, newest first; none where no event has the action, which the filter
 * refuses as a mistake.
 */
export const eventsOf = async (
  admin: RunningAdmin,
  action: string,
): Promise<Record<string, unknown>[]> => {
  const { status, body } = await admin.send(listPlatformAuditEvents, { query: { action } });
  return status === 422 ? [] : body;
};
