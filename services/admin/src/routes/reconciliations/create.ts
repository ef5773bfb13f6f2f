import { HEADER } from '@tollgate/contract/headers';
import { createPlatformReconciliation } from '@tollgate/contract/routes/admin/reconciliations';
import type { MountedRoute } from '@tollgate/http/route';
import type { Reconciliation } from '@tollgate/requests/reconciliation/reconciliation.queries';
import { beginReconciliation, findBegun } from '@tollgate/requests/reconciliation/reconciliations';
import type { AdminDeps } from '../../deps.ts';
import { neededKeyOf } from '../../needed-key.ts';
import { platformRoute } from '../../platform-route.ts';
import { reconciliationOut } from '../../reconciliation-out.ts';
import { reportedSide } from '../../reported-side.ts';
import { change } from '../../trail.ts';
import type { Note } from '../../trail.ts';

export const handleCreatePlatformReconciliation = (deps: AdminDeps): MountedRoute =>
  platformRoute(createPlatformReconciliation, async ({ body }, context) => {
    const order = {
      asked: body,
      onceKey: neededKeyOf(context.request),
      createdBy: context.caller.administrator.id,
    };
    const known = await findBegun(deps.db, order);
    const { begun, isNew } = known === null ? await begin() : { begun: known, isNew: false };
    if (!isNew) context.response.setHeader(HEADER.idempotentReplay, 'true');
    return reconciliationOut(begun);

    async function begin(): ReturnType<typeof beginReconciliation> {
      const side = await reportedSide(deps.db, body);
      return change(deps, context, async (trx, note) => {
        const made = await beginReconciliation(trx, order, side);
        if (made.isNew) await noteBegun(note, made.begun);
        return made;
      });
    }
  });

function noteBegun(note: Note, begun: Reconciliation): Promise<void> {
  return note({
    action: 'reconciliation.create',
    target: { kind: 'reconciliation', id: begun.id },
    details: {
      provider: begun.provider,
      format: begun.format,
      first_day: begun.firstDay,
      last_day: begun.lastDay,
    },
  });
}
