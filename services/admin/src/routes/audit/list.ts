import { listAuditEvents } from '@tollgate/audit/audit-events';
import { listPlatformAuditEvents } from '@tollgate/contract/routes/admin/audit';
import type { MountedRoute } from '@tollgate/http/route';
import { auditFilter } from '../../audit-filter.ts';
import { namedEventOut, namedInEvent } from '../../audit-out.ts';
import type { AdminDeps } from '../../deps.ts';
import { cursorOf } from '../../field-errors.ts';
import { namesOf } from '../../names.ts';
import { platformRoute } from '../../platform-route.ts';

export const handleListPlatformAuditEvents = ({ db }: AdminDeps): MountedRoute =>
  platformRoute(listPlatformAuditEvents, async ({ query }) => {
    const before = cursorOf('aud', query.before) ?? null;
    const filter = await auditFilter(db, query);
    const events = await listAuditEvents(db, { ...filter, limit: query.limit, before });
    const names = await namesOf(db, events.flatMap(namedInEvent));
    return events.map((event) => namedEventOut(event, names));
  });
