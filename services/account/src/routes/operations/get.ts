import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { GatewayError } from '@tollgate/contract/errors';
import { OperationDetail, OperationIdParams } from '@tollgate/contract/operations';
import { defineRoute } from '@tollgate/contract/route';
import type { Handler } from '@tollgate/http/serve';
import type { UserCaller } from '@tollgate/identity/authentication';
import { findKeptOperation } from '@tollgate/requests/operations/kept-operation-queries';
import { decodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { operationOut } from '../../operation-out.ts';

const expand = promisify(gunzip);

/** `GET /api/operations/:op_id`. */
export const getOperation = defineRoute({
  method: 'get',
  path: '/api/operations/:op_id',
  auth: 'user',
  summary: 'One asynchronous operation of the account with its answer',
  params: OperationIdParams,
  status: 200,
  response: OperationDetail,
});

/** Shows one operation; 404 for every id that is not an operation of the caller. */
export const handleGetOperation =
  ({ reports }: AccountDeps): Handler<typeof getOperation, UserCaller> =>
  async ({ params }, { caller }) => {
    const id = decodeId('op', params.op_id);
    const userId = caller.user.id;
    const found = id === null ? null : await findKeptOperation(reports, { id, userId });
    if (found === null) throw new GatewayError('not_found', 'There is no such operation.');
    return { ...operationOut(found), answer: await answerIn(found.body) };
  };

async function answerIn(body: Buffer | null): Promise<unknown> {
  return body === null ? null : JSON.parse((await expand(body)).toString('utf8'));
}
