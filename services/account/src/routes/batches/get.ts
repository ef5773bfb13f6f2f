import { GatewayError } from '@tollgate/contract/error-codes';
import { getUserBatch } from '@tollgate/contract/routes/account/batches';
import type { MountedRoute, MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { findBatchOfUser } from '@tollgate/requests/batches/batch-of-user.queries';
import { decodeId } from '@tollgate/runtime/ids';
import { userBatchOut } from '../../batch-out.ts';
import type { AccountDeps } from '../../deps.ts';

/** Shows one batch; 404 for every id that is not a batch of the caller. */
export const handleGetUserBatch = (
  { reports }: AccountDeps,
  reportRoute: MountRoute<UserCaller>,
): MountedRoute =>
  reportRoute(getUserBatch, async ({ params }, { caller }) => {
    const id = decodeId('batch', params.batch_id);
    const userId = caller.user.id;
    const found = id === null ? null : await findBatchOfUser(reports, { id, userId });
    if (found === null) throw new GatewayError('not_found', 'There is no such batch.');
    return userBatchOut(found);
  });
