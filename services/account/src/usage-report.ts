import type { UsageOut } from '@tollgate/contract/usage-report';
import type { RequestFilter } from '@tollgate/requests/records/filter';
import { lastDays, readUsage } from '@tollgate/requests/usage/report';
import type { UsageReport } from '@tollgate/requests/usage/report';
import type { UsageScope } from '@tollgate/requests/usage/sum-queries';
import type { AccountDeps } from './deps.ts';

/** What insights and usage have in common. */
type CommonReport = Omit<UsageOut, 'endpoints' | 'keys'>;

/** Sums up the last days; gives the report, and the whole of what was read. */
export async function reportLastDays(
  { reports }: Pick<AccountDeps, 'reports'>,
  given: { days: number; filter: RequestFilter },
): Promise<{ report: CommonReport; usage: UsageReport; scope: UsageScope }> {
  const scope = { ...given.filter, ...lastDays(given.days, new Date()) };
  const usage = await readUsage(reports, scope, 'day');
  const report = {
    days: given.days,
    from: scope.from.toISOString(),
    until: scope.until.toISOString(),
    ...usage.totals,
    series: usage.series,
    models: usage.models.map(({ name, metrics }) => ({ model: name, ...metrics })),
    errors: usage.errors,
  };
  return { report, usage, scope };
}
