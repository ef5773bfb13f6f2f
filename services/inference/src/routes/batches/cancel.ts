import { GatewayError } from '@tollgate/contract/error-codes';
import { cancelBatchRoute } from '@tollgate/contract/routes/inference/batches';
import { sayWhenAway } from '@tollgate/db/away';
import type { Knex } from '@tollgate/db/connect';
import type { MountedRoute } from '@tollgate/http/route';
import { batchOut } from '@tollgate/requests/batches/batch-out';
import { cancelBatch } from '@tollgate/requests/batches/batch.queries';
import { keyRoute } from '../../key-route.ts';
import { getBatch } from './owner.ts';

/** `POST /v1/batches/:batch_id/cancel`: a worker ends the batch once the lines that run have. */
export const handleCancelBatch = (deps: { db: Knex }): MountedRoute =>
  keyRoute(cancelBatchRoute, async ({ params }, { caller }) => {
    const { id } = await getBatch(deps, { caller, publicId: params.batch_id });
    const userId = caller.key.ownerId;
    const cancelled = await sayWhenAway(cancelBatch)(deps.db, { id, userId });
    if (cancelled !== null) return batchOut(cancelled);
    throw new GatewayError('conflict', 'The batch has ended, or is about to.');
  });
