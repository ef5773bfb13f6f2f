import { listOperations } from '@tollgate/contract/routes/account/operations';
import type { MountedRoute, MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { ValidationError } from '@tollgate/http/validate';
import { listKeptOperations } from '@tollgate/requests/operations/operation-kept.queries';
import { decodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { operationOut } from '../../operation-out.ts';

/** Shows one page of the caller's own operations; 422 for a cursor that is none. */
export const handleListOperations = (
  { reports }: AccountDeps,
  reportRoute: MountRoute<UserCaller>,
): MountedRoute =>
  reportRoute(listOperations, async ({ query }, { caller }) => {
    const { limit, cursor, state } = query;
    const found = await listKeptOperations(reports, {
      userId: caller.user.id,
      isOpen: state === undefined ? null : state === 'open',
      after: cursor === undefined ? null : operationIdOf(cursor),
      limit: limit + 1,
    });
    const data = found.slice(0, limit).map(operationOut);
    const hasMore = found.length > limit;
    return { data, has_more: hasMore, next_cursor: hasMore ? (data.at(-1)?.id ?? null) : null };
  });

function operationIdOf(cursor: string): string {
  const id = decodeId('op', cursor);
  if (id !== null) return id;
  throw new ValidationError([
    { loc: ['query', 'cursor'], msg: 'must be the next_cursor of a page', type: 'cursor' },
  ]);
}
