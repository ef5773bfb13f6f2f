import { getPlatformReconciliation } from '@tollgate/contract/routes/admin/reconciliations';
import type { MountedRoute } from '@tollgate/http/route';
import { getReconciliation } from '@tollgate/requests/reconciliation/reconciliations';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { reconciliationOut } from '../../reconciliation-out.ts';

export const handleGetPlatformReconciliation = ({ db }: AdminDeps): MountedRoute =>
  platformRoute(getPlatformReconciliation, async ({ params }) =>
    reconciliationOut(await getReconciliation(db, decodeId('rcn', params.reconciliation_id))),
  );
