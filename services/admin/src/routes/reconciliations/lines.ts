import { Type } from 'typebox';
import {
  ReconciliationLineOut,
  ReconciliationLineQuery,
} from '@tollgate/contract/platform/reconciliations';
import { defineRoute } from '@tollgate/contract/route';
import { listReconciliationLines } from '@tollgate/requests/reconciliation/reconciliation-queries';
import type { LinePosition } from '@tollgate/requests/reconciliation/reconciliation-queries';
import { getReconciliation } from '@tollgate/requests/reconciliation/reconciliations';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { ReconciliationIdParams } from '../../params.ts';
import { reconciliationLineOut } from '../../reconciliation-out.ts';

const DAY_CHARACTERS = 10;

export const listPlatformReconciliationLines = defineRoute({
  method: 'get',
  path: '/api/platform/reconciliations/:reconciliation_id/lines',
  auth: 'platform',
  needs: 'read',
  summary: 'Days and models that are compared, both sides, by day and model',
  params: ReconciliationIdParams,
  query: ReconciliationLineQuery,
  status: 200,
  response: Type.Array(ReconciliationLineOut),
});

export const handleListPlatformReconciliationLines =
  ({ db }: AdminDeps): AdminHandler<typeof listPlatformReconciliationLines> =>
  async ({ params, query }) => {
    const after = query.after === undefined ? null : positionOf(query.after);
    const { id } = await getReconciliation(db, decodeId('rcn', params.reconciliation_id));
    const page = { id, after, limit: query.limit, onlyDifferences: query.only_differences };
    return (await listReconciliationLines(db, page)).map(reconciliationLineOut);
  };

function positionOf(after: string): LinePosition {
  const day = after.slice(0, DAY_CHARACTERS);
  const ms = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(day) || day < '0001') {
    throw fieldError('query', 'after', 'must begin with a day');
  }
  return { day, model: after.slice(DAY_CHARACTERS + 1) };
}
