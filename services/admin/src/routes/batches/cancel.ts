import { GatewayError } from '@tollgate/contract/error-codes';
import { cancelPlatformBatch } from '@tollgate/contract/routes/admin/batches';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { findOpenBatch, findOwnerOfBatch } from '@tollgate/requests/batches/batch-open.queries';
import type { OpenBatch } from '@tollgate/requests/batches/batch-open.queries';
import { cancelBatch } from '@tollgate/requests/batches/batch.queries';
import { decodeId } from '@tollgate/runtime/ids';
import type { AdminDeps } from '../../deps.ts';
import { namesOf } from '../../names.ts';
import { namedInBatch, openBatchOut } from '../../open-batch-out.ts';
import { platformRoute } from '../../platform-route.ts';
import { change } from '../../trail.ts';

export const handleCancelPlatformBatch = (deps: AdminDeps): MountedRoute =>
  platformRoute(cancelPlatformBatch, async ({ params, body }, context) => {
    const id = decodeId('batch', params.batch_id);
    const batch = await change(deps, context, async (trx, note) => {
      const cancelled = await cancel(trx, id);
      await note({
        action: 'batch.cancel',
        target: { kind: 'batch', id: cancelled.id },
        userId: cancelled.userId,
        details: { reason: body?.reason ?? null },
      });
      return cancelled;
    });
    return openBatchOut(batch, await namesOf(deps.db, namedInBatch(batch)));
  });

/** @throws GatewayError `not_found`, or `conflict` for a batch that has ended or is about to */
async function cancel(trx: Knex.Transaction, id: string | null): Promise<OpenBatch> {
  const userId = id === null ? null : await findOwnerOfBatch(trx, id);
  if (id === null || userId === null) {
    throw new GatewayError('not_found', 'There is no such batch.');
  }
  const isCancelled = (await cancelBatch(trx, { id, userId })) !== null;
  const batch = isCancelled ? await findOpenBatch(trx, id) : null;
  if (batch === null) throw new GatewayError('conflict', 'The batch has ended, or is about to.');
  return batch;
}
