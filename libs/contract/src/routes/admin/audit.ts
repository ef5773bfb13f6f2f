import { Type } from 'typebox';
import { AUDIT_COLUMNS } from '../../csv-columns.ts';
import {
  AuditEventOut,
  AuditEventQuery,
  AuditExportQuery,
  AuditVerification,
} from '../../platform/audit.ts';
import { csvAnswer, defineRoute } from '../../route.ts';

/** `GET /api/platform/audit-events`. */
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

/** `GET /api/platform/audit-events/verify`. */
export const verifyPlatformAuditEvents = defineRoute({
  method: 'get',
  path: '/api/platform/audit-events/verify',
  auth: 'platform',
  needs: 'read',
  summary: 'Check the chain of audit events; names the first one that does not fit',
  status: 200,
  response: AuditVerification,
});

/** `GET /api/platform/exports/audit-events.csv`. */
export const exportPlatformAuditEvents = defineRoute({
  method: 'get',
  path: '/api/platform/exports/audit-events.csv',
  auth: 'platform',
  needs: 'read',
  summary: 'Audit events with their chain as CSV, oldest first',
  query: AuditExportQuery,
  status: 200,
  furtherAnswers: csvAnswer(AUDIT_COLUMNS),
});
