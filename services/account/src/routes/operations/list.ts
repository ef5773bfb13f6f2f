import { OperationList, OperationsQuery } from '@tollgate/contract/operations';
import { defineRoute } from '@tollgate/contract/route';
import type { Handler } from '@tollgate/http/serve';
import { ValidationError } from '@tollgate/http/validate';
import type { UserCaller } from '@tollgate/identity/authentication';
import { listKeptOperations } from '@tollgate/requests/operations/kept-operation-queries';
import { decodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { operationOut } from '../../operation-out.ts';

/** `GET /api/operations`. */
export const listOperations = defineRoute({
  method: 'get',
  path: '/api/operations',
  auth: 'user',
  summary: 'Asynchronous operations of the account, newest first',
  query: OperationsQuery,
  status: 200,
  response: OperationList,
});

/** Shows one page of the caller's own operations; 422 for a cursor that is none. */
export const handleListOperations =
  ({ reports }: AccountDeps): Handler<typeof listOperations, UserCaller> =>
  async ({ query }, { caller }) => {
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
  };

function operationIdOf(cursor: string): string {
  const id = decodeId('op', cursor);
  if (id !== null) return id;
  throw new ValidationError([
    { loc: ['query', 'cursor'], msg: 'must be the next_cursor of a page', type: 'cursor' },
  ]);
}
