import { listPlatformReconciliationLines } from '@tollgate/contract/routes/admin/reconciliations';
import type { MountedRoute } from '@tollgate/http/route';
import { listReconciliationLines } from '@tollgate/requests/reconciliation/reconciliation.queries';
import type { LinePosition } from '@tollgate/requests/reconciliation/reconciliation.queries';
import { getReconciliation } from '@tollgate/requests/reconciliation/reconciliations';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { fieldError } from '../../field-errors.ts';
import { platformRoute } from '../../platform-route.ts';
import { reconciliationLineOut } from '../../reconciliation-out.ts';

const DAY_CHARACTERS = 10;

export const handleListPlatformReconciliationLines = ({ db }: AdminDeps): MountedRoute =>
  platformRoute(listPlatformReconciliationLines, async ({ params, query }) => {
    const after = query.after === undefined ? null : positionOf(query.after);
    const { id } = await getReconciliation(db, decodeId('rcn', params.reconciliation_id));
    const page = { id, after, limit: query.limit, onlyDifferences: query.only_differences };
    return (await listReconciliationLines(db, page)).map(reconciliationLineOut);
  });

function positionOf(after: string): LinePosition {
  const day = after.slice(0, DAY_CHARACTERS);
  const ms = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(day) || day < '0001') {
    throw fieldError('query', 'after', 'must begin with a day');
  }
  return { day, model: after.slice(DAY_CHARACTERS + 1) };
}
