import { getUserRequest } from '@tollgate/contract/routes/account/requests';
import type { MountedRoute, MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { missingRecord } from '@tollgate/requests/records/archived-span.queries';
import { findRecord } from '@tollgate/requests/records/record.queries';
import { requestDetail } from '@tollgate/requests/records/record-views';
import type { AccountDeps } from '../../deps.ts';

/** Shows one request; 404 for every id that is not a request of the caller;
 * an id of an archived day says so, whoever it belongs to. */
export const handleGetUserRequest = (
  { reports }: AccountDeps,
  reportRoute: MountRoute<UserCaller>,
): MountedRoute =>
  reportRoute(getUserRequest, async ({ params }, { caller }) => {
    const named = { name: params.public_id, userId: caller.user.id };
    const record = await findRecord(reports, named);
    if (record === null) throw await missingRecord(reports, params.public_id);
    return requestDetail(record);
  });
