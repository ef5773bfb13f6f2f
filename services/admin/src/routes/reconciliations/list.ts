import { Type } from 'typebox';
import {
  ReconciliationOut,
  ReconciliationQuery,
} from '@tollgate/contract/platform/reconciliations';
import { defineRoute } from '@tollgate/contract/route';
import { listReconciliations } from '@tollgate/requests/reconciliation/reconciliation-queries';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { cursorOf } from '../../field-errors.ts';
import { reconciliationOut } from '../../reconciliation-out.ts';

export const listPlatformReconciliations = defineRoute({
  method: 'get',
  path: '/api/platform/reconciliations',
  auth: 'platform',
  needs: 'read',
  summary: 'Reconciliations and how far they are, newest first',
  query: ReconciliationQuery,
  status: 200,
  response: Type.Array(ReconciliationOut),
});

export const handleListPlatformReconciliations =
  ({ db }: AdminDeps): AdminHandler<typeof listPlatformReconciliations> =>
  async ({ query }) => {
    const before = cursorOf('rcn', query.before) ?? null;
    const found = await listReconciliations(db, { before, limit: query.limit });
    return found.map(reconciliationOut);
  };
