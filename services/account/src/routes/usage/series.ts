import { USAGE_SERIES_DAYS_MAX } from '@tollgate/contract/usage-report';
import { getUsageSeries } from '@tollgate/contract/routes/account/usage';
import type { MountedRoute, MountRoute } from '@tollgate/http/route';
import type { UserCaller } from '@tollgate/identity/authentication';
import { EVERY_REQUEST } from '@tollgate/requests/records/filter';
import { readGroupSeries } from '@tollgate/requests/usage/group-series';
import { encodeId } from '@tollgate/runtime/ids';
import type { AccountDeps } from '../../deps.ts';
import { readUsageRange } from '../../usage-range.ts';

/** Sums up the caller's own requests by model or key and step. */
export const handleGetUsageSeries = (
  { reports }: AccountDeps,
  reportRoute: MountRoute<UserCaller>,
): MountedRoute =>
  reportRoute(getUsageSeries, async ({ query }, { caller }) => {
    const { from, until, steps } = readUsageRange(query, new Date(), USAGE_SERIES_DAYS_MAX);
    const mode = query.mode === 'all' ? null : query.mode;
    const scope = { ...EVERY_REQUEST, userId: caller.user.id, mode, from, until };
    const { group: kind, top } = query;
    const groups = await readGroupSeries(reports, scope, { kind, top, steps });
    const publicId = (id: string): string => (kind === 'key' ? encodeId('key', id) : id);
    return {
      from: from.toISOString(),
      until: until.toISOString(),
      time_zone: query.time_zone,
      data: groups.map((one) => ({ ...one, id: one.id === null ? null : publicId(one.id) })),
    };
  });
