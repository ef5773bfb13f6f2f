import { GatewayError } from '@tollgate/contract/error-codes';
import { cancelUserBatch } from '@tollgate/contract/routes/account/batches';
import { transaction } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { findBatchOfUser } from '@tollgate/requests/batches/batch-of-user.queries';
import { cancelBatch } from '@tollgate/requests/batches/batch.queries';
import { decodeId } from '@tollgate/runtime/ids';
import { userBatchOut } from '../../batch-out.ts';
import type { AccountDeps } from '../../deps.ts';
import { noteEvent } from '../../trail.ts';
import { userRoute } from '../../user-route.ts';

/** Cancels a batch; 404 for every id that is not a batch of the caller. */
export const handleCancelUserBatch = ({ db }: AccountDeps): MountedRoute =>
  userRoute(cancelUserBatch, async ({ params }, context) => {
    const { user } = context.caller;
    const id = decodeId('batch', params.batch_id);
    if (id === null) throw new GatewayError('not_found', 'There is no such batch.');
    return transaction(db, async (trx) => {
      const cancelled = await cancelBatch(trx, { id, userId: user.id });
      const found = await findBatchOfUser(trx, { id, userId: user.id });
      if (found === null) throw new GatewayError('not_found', 'There is no such batch.');
      if (cancelled === null) {
        throw new GatewayError('conflict', 'The batch has ended, or is about to.');
      }
      const target = { kind: 'batch', id } as const;
      await noteEvent(trx, context, { action: 'batch.cancel', user, target });
      return userBatchOut(found);
    });
  });
