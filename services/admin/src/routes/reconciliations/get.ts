import { ReconciliationOut } from '@tollgate/contract/platform/reconciliations';
import { defineRoute } from '@tollgate/contract/route';
import { getReconciliation } from '@tollgate/requests/reconciliation/reconciliations';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { ReconciliationIdParams } from '../../params.ts';
import { reconciliationOut } from '../../reconciliation-out.ts';

export const getPlatformReconciliation = defineRoute({
  method: 'get',
  path: '/api/platform/reconciliations/:reconciliation_id',
  auth: 'platform',
  needs: 'read',
  summary: 'One reconciliation and how far it is',
  params: ReconciliationIdParams,
  status: 200,
  response: ReconciliationOut,
});

export const handleGetPlatformReconciliation =
  ({ db }: AdminDeps): AdminHandler<typeof getPlatformReconciliation> =>
  async ({ params }) =>
    reconciliationOut(await getReconciliation(db, decodeId('rcn', params.reconciliation_id)));
