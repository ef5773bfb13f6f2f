import type { MountedRoute } from '@tollgate/http/route';
import type { AdminDeps } from '../../deps.ts';
import { handleCreatePlatformReconciliation } from './create.ts';
import { handleExportPlatformReconciliation } from './export.ts';
import { handleGetPlatformReconciliation } from './get.ts';
import { handleListPlatformReconciliationLines } from './lines.ts';
import { handleListPlatformReconciliations } from './list.ts';

/** The routes of `routes/reconciliations`, in the order in which they are matched. */
export const reconciliationRoutes = (deps: AdminDeps): MountedRoute[] => [
  handleListPlatformReconciliations(deps),
  handleCreatePlatformReconciliation(deps),
  handleGetPlatformReconciliation(deps),
  handleListPlatformReconciliationLines(deps),
  handleExportPlatformReconciliation(deps),
];
