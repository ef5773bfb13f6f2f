import { AUDIT_COLUMNS } from '@tollgate/contract/csv-columns';
import { readAuditEvents } from '@tollgate/audit/audit-events';
import { getAuditChain } from '@tollgate/audit/event.queries';
import type { AuditEventFilter } from '@tollgate/audit/event.queries';
import { exportPlatformAuditEvents } from '@tollgate/contract/routes/admin/audit';
import type { Db } from '@tollgate/db/connect';
import { sendCsv } from '@tollgate/http/csv';
import type { MountedRoute } from '@tollgate/http/route';
import { auditFilter } from '../../audit-filter.ts';
import { namedEventOut, namedInEvent } from '../../audit-out.ts';
import type { AdminDeps } from '../../deps.ts';
import { withNames } from '../../names.ts';
import { platformRoute } from '../../platform-route.ts';
import { noteExport } from '../../trail.ts';

export const handleExportPlatformAuditEvents = (deps: AdminDeps): MountedRoute =>
  platformRoute(exportPlatformAuditEvents, async ({ query }, context) => {
    const { db } = deps;
    const filter = await auditFilter(db, query);
    const { seq: until } = await getAuditChain(db);
    await noteExport(deps, context, { action: 'audit_events.export', query });
    await sendCsv(context, {
      fileName: 'audit-events.csv',
      columns: AUDIT_COLUMNS,
      rows: lines(db, { ...filter, after: BigInt(query.after ?? '0'), until }),
    });
  });

async function* lines(
  db: Db,
  filter: AuditEventFilter & { after: bigint; until: bigint },
): AsyncGenerator<Record<(typeof AUDIT_COLUMNS)[number], string | null>> {
  const events = withNames(db, readAuditEvents(db, filter), namedInEvent);
  for await (const { row, names } of events) {
    const { actor, target, details, ...plain } = namedEventOut(row, names);
    yield {
      ...plain,
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_label: actor.label,
      target_kind: target.kind,
      target_id: target.id,
      target_label: target.label,
      details: JSON.stringify(details),
    };
  }
}
