import type { MountedRoute } from '@tollgate/http/serve';
import type { AdminDeps } from './deps.ts';
import { onPlatform } from './field-errors.ts';
import {
  createPlatformReconciliation,
  handleCreatePlatformReconciliation,
} from './routes/reconciliations/create.ts';
import {
  exportPlatformReconciliation,
  handleExportPlatformReconciliation,
} from './routes/reconciliations/export.ts';
import {
  getPlatformReconciliation,
  handleGetPlatformReconciliation,
} from './routes/reconciliations/get.ts';
import {
  handleListPlatformReconciliationLines,
  listPlatformReconciliationLines,
} from './routes/reconciliations/lines.ts';
import {
  handleListPlatformReconciliations,
  listPlatformReconciliations,
} from './routes/reconciliations/list.ts';

/** The routes of what providers say they served, beside the book. */
export const reconciliationRoutes = (deps: AdminDeps): MountedRoute[] => [
  onPlatform(listPlatformReconciliations, handleListPlatformReconciliations(deps)),
  onPlatform(createPlatformReconciliation, handleCreatePlatformReconciliation(deps)),
  onPlatform(getPlatformReconciliation, handleGetPlatformReconciliation(deps)),
  onPlatform(listPlatformReconciliationLines, handleListPlatformReconciliationLines(deps)),
  onPlatform(exportPlatformReconciliation, handleExportPlatformReconciliation(deps)),
];
