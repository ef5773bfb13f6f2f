import { listPlatformReconciliations } from '@tollgate/contract/routes/admin/reconciliations';
import type { MountedRoute } from '@tollgate/http/route';
import { listReconciliations } from '@tollgate/requests/reconciliation/reconciliation.queries';
import type { AdminDeps } from '../../deps.ts';
import { cursorOf } from '../../field-errors.ts';
import { platformRoute } from '../../platform-route.ts';
import { reconciliationOut } from '../../reconciliation-out.ts';

export const handleListPlatformReconciliations = ({ db }: AdminDeps): MountedRoute =>
  platformRoute(listPlatformReconciliations, async ({ query }) => {
    const before = cursorOf('rcn', query.before) ?? null;
    const found = await listReconciliations(db, { before, limit: query.limit });
    return found.map(reconciliationOut);
  });
