import { readAuditEvents } from '@tollgate/audit/audit-events';
import { getAuditChain } from '@tollgate/audit/queries';
import type { AuditEventFilter } from '@tollgate/audit/queries';
import { AuditExportQuery } from '@tollgate/contract/platform/audit';
import { csvAnswer, defineRoute } from '@tollgate/contract/route';
import type { Db } from '@tollgate/db/connect';
import { sendCsv } from '@tollgate/http/csv';
import { auditFilter } from '../../audit-filter.ts';
import { namedEventOut, namedInEvent } from '../../audit-out.ts';
import { withNames } from '../../names.ts';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { noteExport } from '../../trail.ts';

const COLUMNS = [
  'seq',
  'id',
  'at',
  'actor_kind',
  'actor_id',
  'actor_label',
  'action',
  'target_kind',
  'target_id',
  'user_id',
  'request_id',
  'address',
  'details',
  'previous_hash',
  'hash',
  'user_email',
  'target_label',
] as const;

export const exportPlatformAuditEvents = defineRoute({
  method: 'get',
  path: '/api/platform/exports/audit-events.csv',
  auth: 'platform',
  needs: 'read',
  summary: 'Audit events with their chain as CSV, oldest first',
  query: AuditExportQuery,
  status: 200,
  furtherAnswers: csvAnswer(COLUMNS),
});

export const handleExportPlatformAuditEvents =
  (deps: AdminDeps): AdminHandler<typeof exportPlatformAuditEvents> =>
  async ({ query }, context) => {
    const { db } = deps;
    const filter = await auditFilter(db, query);
    const { seq: until } = await getAuditChain(db);
    await noteExport(deps, context, { action: 'audit_events.export', query });
    await sendCsv(context, {
      fileName: 'audit-events.csv',
      columns: COLUMNS,
      rows: lines(db, { ...filter, after: BigInt(query.after ?? '0'), until }),
    });
  };

async function* lines(
  db: Db,
  filter: AuditEventFilter & { after: bigint; until: bigint },
): AsyncGenerator<Record<(typeof COLUMNS)[number], string | null>> {
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
