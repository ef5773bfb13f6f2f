import { getPlatformDashboard } from '@tollgate/contract/routes/admin/analytics';
import type { MountedRoute } from '@tollgate/http/route';
import { emptyUsage, lastDays, readTotals, readUsage } from '@tollgate/requests/usage/report';
import { named, readOwners, usersOut } from '../../analytics.ts';
import type { AdminDeps } from '../../deps.ts';
import { platformRoute } from '../../platform-route.ts';
import { platformFilter } from '../../request-filter.ts';

export const handleGetPlatformDashboard = (deps: AdminDeps): MountedRoute =>
  platformRoute(getPlatformDashboard, async ({ query: { days, ...text } }) => {
    const { reports, now } = deps;
    const range = lastDays(days, now());
    const before = lastDays(days, new Date(range.from.getTime() - 1));
    const filter = await platformFilter(deps, text);
    const scope = filter === null ? null : { ...filter, ...range };
    const usage =
      scope === null ? emptyUsage(range, 'day') : await readUsage(reports, scope, 'day');
    const owners = scope === null ? null : await readOwners(reports, scope);
    return {
      days,
      from: range.from.toISOString(),
      until: range.until.toISOString(),
      ...usage.totals,
      before: await readTotals(reports, filter === null ? null : { ...filter, ...before }),
      series: usage.series,
      models: usage.models.map((group) => named('model', group)),
      providers: usage.providers.map((group) => named('provider', group)),
      errors: usage.errors,
      users: owners === null ? [] : usersOut(owners.users, owners.names),
    };
  });
