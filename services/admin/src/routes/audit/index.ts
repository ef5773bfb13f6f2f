import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleExportPlatformAuditEvents } from './export.ts';
import { handleListPlatformAuditEvents } from './list.ts';
import { handleVerifyPlatformAuditEvents } from './verify.ts';

/** The routes of `routes/audit`, in the order in which they are matched. */
export const auditRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleListPlatformAuditEvents(deps),
  handleVerifyPlatformAuditEvents(deps),
  handleExportPlatformAuditEvents(deps),
];
