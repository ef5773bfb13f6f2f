import type { UsageOut } from '@tollgate/contract/usage-report';
import type { RequestFilter } from '@tollgate/requests/records/filter';
import { lastDays, readUsage } from '@tollgate/requests/usage/report';
import type { UsageReport } from '@tollgate/requests/usage/report';
import type { UsageScope } from '@tollgate/requests/usage/sum-range';
import type { AccountDeps } from './deps.ts';
import type { UsageRange } from './usage-range.ts';

/** What insights and usage have in common. */
type CommonReport = Omit<UsageOut, 'endpoints' | 'keys' | 'time_zone'>;

/** Sums up the last days in UTC; gives the report, and the whole of what was read. */
export function reportLastDays(
  deps: Pick<AccountDeps, 'reports'>,
  { days, filter }: { days: number; filter: RequestFilter },
): Promise<Reported> {
  return reportRange(deps, { days, ...lastDays(days, new Date()), steps: 'day' }, filter);
}

/** What was read of a range: the report, and the whole of it. */
interface Reported {
  report: CommonReport;
  usage: UsageReport;
  scope: UsageScope;
}

/** Sums up a range of hours. */
export async function reportRange(
  { reports }: Pick<AccountDeps, 'reports'>,
  { days, from, until, steps }: UsageRange,
  filter: RequestFilter,
): Promise<Reported> {
  const scope = { ...filter, from, until };
  const usage = await readUsage(reports, scope, steps);
  const report = {
    days,
    from: scope.from.toISOString(),
    until: scope.until.toISOString(),
    ...usage.totals,
    series: usage.series,
    models: usage.models.map(({ name, metrics }) => ({ model: name, ...metrics })),
    errors: usage.errors,
  };
  return { report, usage, scope };
}
