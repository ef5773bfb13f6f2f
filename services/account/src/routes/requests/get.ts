import { GatewayError } from '@tollgate/contract/errors';
import { defineRoute } from '@tollgate/contract/route';
import { RequestDetail, RequestIdParams } from '@tollgate/contract/request-records';
import type { UserCaller } from '@tollgate/identity/authentication';
import type { Handler } from '@tollgate/http/serve';
import { findRecord } from '@tollgate/requests/records/record-queries';
import { requestDetail } from '@tollgate/requests/records/record-views';
import type { AccountDeps } from '../../deps.ts';

/** `GET /api/requests/:public_id`. */
export const getUserRequest = defineRoute({
  method: 'get',
  path: '/api/requests/:public_id',
  auth: 'user',
  summary: 'One request of the account with its timings and its receipt',
  params: RequestIdParams,
  status: 200,
  response: RequestDetail,
});

/** Shows one request; 404 for every id that is not a request of the caller. */
export const handleGetUserRequest =
  ({ reports }: AccountDeps): Handler<typeof getUserRequest, UserCaller> =>
  async ({ params }, { caller }) => {
    const named = { name: params.public_id, userId: caller.user.id };
    const record = await findRecord(reports, named);
    if (record === null) throw new GatewayError('not_found', 'There is no such request.');
    return requestDetail(record);
  };
