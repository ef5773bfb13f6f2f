import { KeyIdParams } from '@tollgate/contract/keys';
import { defineRoute } from '@tollgate/contract/route';
import { InsightsQuery, KeyInsights } from '@tollgate/contract/usage-report';
import type { UserCaller } from '@tollgate/identity/authentication';
import { getKey } from '@tollgate/keys/keys';
import { EVERY_REQUEST } from '@tollgate/requests/records/filter';
import { encodeId } from '@tollgate/runtime/ids';
import type { Handler } from '@tollgate/http/serve';
import type { AccountDeps } from '../../deps.ts';
import { reportLastDays } from '../../usage-report.ts';

/** `GET /api/keys/:key_id/insights`. */
export const getKeyInsights = defineRoute({
  method: 'get',
  path: '/api/keys/:key_id/insights',
  auth: 'user',
  summary: 'What a key was used for over the last days',
  params: KeyIdParams,
  query: InsightsQuery,
  status: 200,
  response: KeyInsights,
});

/** Sums up the requests of one key; 404 for every id that is not a key of the caller. */
export const handleGetKeyInsights =
  (deps: AccountDeps): Handler<typeof getKeyInsights, UserCaller> =>
  async ({ params, query }, { caller }) => {
    const userId = caller.user.id;
    const key = await getKey(deps.db, { publicId: params.key_id, ownerId: userId });
    const filter = { ...EVERY_REQUEST, userId, apiKeyId: key.id };
    const { report } = await reportLastDays(deps, { days: query.days, filter });
    return { api_key_id: encodeId('key', key.id), ...report };
  };
