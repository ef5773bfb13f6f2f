import { Type } from 'typebox';
import { HEADER } from '@tollgate/contract/headers';
import { NEEDED_KEY_PATTERN } from '@tollgate/contract/idempotency-key';
import {
  RECONCILIATION_BODY_BYTES_MAX,
  ReconciliationCreate,
  ReconciliationOut,
} from '@tollgate/contract/platform/reconciliations';
import { defineRoute } from '@tollgate/contract/route';
import { beginReconciliation, findBegun } from '@tollgate/requests/reconciliation/reconciliations';
import type { Reconciliation } from '@tollgate/requests/reconciliation/reconciliation-queries';
import type { AdminDeps, AdminHandler } from '../../deps.ts';
import { neededKeyOf } from '../../needed-key.ts';
import { reconciliationOut } from '../../reconciliation-out.ts';
import { reportedSide } from '../../reported-side.ts';
import { change } from '../../trail.ts';
import type { Note } from '../../trail.ts';

export const createPlatformReconciliation = defineRoute({
  method: 'post',
  path: '/api/platform/reconciliations',
  auth: 'platform',
  needs: 'reconciliations',
  summary:
    'Compare a provider’s report with the book, by day and model; once for each Idempotency-Key',
  body: ReconciliationCreate,
  bodyBytesMax: RECONCILIATION_BODY_BYTES_MAX,
  status: 202,
  requestHeaders: {
    [HEADER.idempotencyKey]: {
      description: 'Names this reconciliation: sent again with the same key, it is the same one.',
      required: true,
      schema: Type.String({ pattern: NEEDED_KEY_PATTERN, examples: ['invoice-2026-11'] }),
    },
  },
  errors: ['idempotency_key_mismatch'],
  response: ReconciliationOut,
});

export const handleCreatePlatformReconciliation =
  (deps: AdminDeps): AdminHandler<typeof createPlatformReconciliation> =>
  async ({ body }, context) => {
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
  };

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
