import { GatewayError } from '@tollgate/contract/error-codes';
import { getOperation } from '@tollgate/contract/routes/account/operations';
import type { MountedRoute, MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { findKeptOperation } from '@tollgate/requests/operations/operation-kept.queries';
import { decodeId } from '@tollgate/runtime/ids';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { AccountDeps } from '../../deps.ts';
import { operationOut } from '../../operation-out.ts';

const expand = promisify(gunzip);

/** Shows one operation; 404 for every id that is not an operation of the caller. */
export const handleGetOperation = (
  { reports }: AccountDeps,
  reportRoute: MountRoute<UserCaller>,
): MountedRoute =>
  reportRoute(getOperation, async ({ params }, { caller }) => {
    const id = decodeId('op', params.op_id);
    const userId = caller.user.id;
    const found = id === null ? null : await findKeptOperation(reports, { id, userId });
    if (found === null) throw new GatewayError('not_found', 'There is no such operation.');
    return { ...operationOut(found), answer: await answerIn(found.body) };
  });

async function answerIn(body: Buffer | null): Promise<unknown> {
  return body === null ? null : JSON.parse((await expand(body)).toString('utf8'));
}
