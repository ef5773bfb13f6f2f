import { getKeyInsights } from '@tollgate/contract/routes/account/keys';
import type { MountedRoute, MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { getKey } from '@tollgate/keys/keys';
import { EVERY_REQUEST } from '@tollgate/requests/records/filter';
import { encodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { reportLastDays } from '../../usage-report.ts';

/** Sums up the requests of one key; 404 for every id that is not a key of the caller. */
export const handleGetKeyInsights = (
  deps: AccountDeps,
  reportRoute: MountRoute<UserCaller>,
): MountedRoute =>
  reportRoute(getKeyInsights, async ({ params, query }, { caller }) => {
    const userId = caller.user.id;
    const key = await getKey(deps.db, { publicId: params.key_id, ownerId: userId });
    const filter = { ...EVERY_REQUEST, userId, apiKeyId: key.id };
    const { report } = await reportLastDays(deps, { days: query.days, filter });
    return { api_key_id: encodeId('key', key.id), ...report };
  });
