import { getUsage } from '@tollgate/contract/routes/account/usage';
import type { MountedRoute, MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { EVERY_REQUEST } from '@tollgate/requests/records/filter';
import { BREAKDOWN_MAX, metricsOf } from '@tollgate/requests/usage/report';
import { sumByKey } from '@tollgate/requests/usage/sum.queries';
import { encodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { readUsageRange } from '../../usage-range.ts';
import { reportBefore, reportRange } from '../../usage-report.ts';

/** Sums up the requests of all keys of the caller, deleted ones included. */
export const handleGetUsage = (
  deps: AccountDeps,
  reportRoute: MountRoute<UserCaller>,
): MountedRoute =>
  reportRoute(getUsage, async ({ query }, { caller }) => {
    const mode = query.mode === 'all' ? null : query.mode;
    const filter = { ...EVERY_REQUEST, userId: caller.user.id, mode };
    const range = readUsageRange(query, new Date());
    const { report, usage, scope } = await reportRange(deps, range, filter);
    const keys = await sumByKey(deps.reports, scope, BREAKDOWN_MAX);
    return {
      ...report,
      time_zone: query.time_zone,
      endpoints: usage.endpoints.map(({ name, metrics }) => ({ endpoint: name, ...metrics })),
      before: query.compare ? await reportBefore(deps, range.before(), filter) : null,
      keys: keys.map((sums) => ({ api_key_id: encodeId('key', sums.id), ...metricsOf(sums) })),
    };
  });
