import { Type } from 'typebox';
import { listAuditEvents } from '@tollgate/audit/audit-events';
import { AuditEventOut, AuditEventQuery } from '@tollgate/contract/platform/audit';
import { defineRoute } from '@tollgate/contract/route';
import { auditFilter } from '../../audit-filter.ts';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { namedEventOut, namedInEvent } from '../../audit-out.ts';
import { namesOf } from '../../names.ts';
import { cursorOf } from '../../field-errors.ts';

export const listPlatformAuditEvents = defineRoute({
  method: 'get',
  path: '/api/platform/audit-events',
  auth: 'platform',
  needs: 'read',
  summary: 'What was changed by whom, newest first',
  query: AuditEventQuery,
  status: 200,
  response: Type.Array(AuditEventOut),
});

export const handleListPlatformAuditEvents =
  ({ db }: AdminDeps): AdminHandler<typeof listPlatformAuditEvents> =>
  async ({ query }) => {
    const before = cursorOf('aud', query.before) ?? null;
    const filter = await auditFilter(db, query);
    const events = await listAuditEvents(db, { ...filter, limit: query.limit, before });
    const names = await namesOf(db, events.flatMap(namedInEvent));
    return events.map((event) => namedEventOut(event, names));
  };
