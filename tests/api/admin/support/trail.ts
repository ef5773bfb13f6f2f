import { listPlatformAuditEvents } from '../../../../services/admin/src/routes/audit/list.ts';
import type { RunningAdmin } from './admin.ts';

/** Audit events of one action, newest first. */
export const eventsOf = async (
  admin: RunningAdmin,
  action: string,
): Promise<Record<string, unknown>[]> =>
  (await admin.send(listPlatformAuditEvents, { query: { action } })).body;
