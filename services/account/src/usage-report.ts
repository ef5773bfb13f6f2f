import type { UsageBefore, UsageOut } from '@tollgate/contract/usage-report';
import type { RequestFilter } from '@tollgate/requests/records/filter';
import { lastDays, readUsage } from '@tollgate/requests/usage/report';
import type { UsageReport } from '@tollgate/requests/usage/report';
import type { UsageScope } from '@tollgate/requests/usage/sum-range';
import type { AccountDeps } from './deps.ts';
import type { SteppedRange, UsageRange } from './usage-range.ts';

/** What insights and usage have in common. */
type CommonReport = Omit<UsageOut, 'endpoints' | 'keys' | 'time_zone' | 'before'>;

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
  { days, from, until, steps }: Omit<UsageRange, 'before'>,
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

/** Sums up the period before a report, without its groups; null for none. */
export async function reportBefore(
  { reports }: Pick<AccountDeps, 'reports'>,
  range: SteppedRange | null,
  filter: RequestFilter,
): Promise<UsageBefore> {
  if (range === null) return null;
  const { from, until, steps } = range;
  const { totals, series } = await readUsage(reports, { ...filter, from, until }, steps);
  return { from: from.toISOString(), until: until.toISOString(), ...totals, series };
}
