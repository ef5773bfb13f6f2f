import { listUserBatches } from '@tollgate/contract/routes/account/batches';
import type { MountedRoute, MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { ValidationError } from '@tollgate/http/validate';
import { listBatchesOfUser } from '@tollgate/requests/batches/batch-of-user.queries';
import { decodeId } from '@tollgate/runtime/ids';
import { userBatchOut } from '../../batch-out.ts';
import type { AccountDeps } from '../../deps.ts';

/** Shows one page of the caller's own batches; 422 for a cursor that is none. */
export const handleListUserBatches = (
  { reports }: AccountDeps,
  reportRoute: MountRoute<UserCaller>,
): MountedRoute =>
  reportRoute(listUserBatches, async ({ query }, { caller }) => {
    const { limit, cursor, state } = query;
    const found = await listBatchesOfUser(reports, {
      userId: caller.user.id,
      isOpen: state === undefined ? null : state === 'open',
      after: cursor === undefined ? null : batchIdOf(cursor),
      limit: limit + 1,
    });
    const data = found.slice(0, limit).map(userBatchOut);
    const hasMore = found.length > limit;
    return { data, has_more: hasMore, next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null };
  });

function batchIdOf(cursor: string): string {
  const id = decodeId('batch', cursor);
  if (id !== null) return id;
  throw new ValidationError([
    { loc: ['query', 'cursor'], msg: 'must be the next_cursor of a page', type: 'cursor' },
  ]);
}
