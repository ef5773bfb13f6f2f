import { Type } from 'typebox';
import { auditEventOut, listAuditEvents } from '@tollgate/audit/audit-events';
import { AuditEventOut, AuditEventQuery } from '@tollgate/contract/platform/audit';
import { defineRoute } from '@tollgate/contract/route';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { cursorOf } from '../../field-errors.ts';

export const listPlatformAuditEvents = defineRoute({
  method: 'get',
  path: '/api/platform/audit-events',
  auth: 'platform',
  summary: 'What was changed by whom, newest first',
  query: AuditEventQuery,
  status: 200,
  response: Type.Array(AuditEventOut),
});

export const handleListPlatformAuditEvents =
  ({ db }: AdminDeps): AdminHandler<typeof listPlatformAuditEvents> =>
  async ({ query }) => {
    const before = cursorOf('aud', query.before) ?? null;
    const userId = query.user_id === undefined ? null : decodeId('usr', query.user_id);
    if (query.user_id !== undefined && userId === null) return [];
    const { limit, action = null } = query;
    return (await listAuditEvents(db, { limit, before, action, userId })).map(auditEventOut);
  };
