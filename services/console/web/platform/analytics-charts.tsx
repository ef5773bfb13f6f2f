import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import type { AnalyticsReportOut } from '@tollgate/contract/platform/analytics';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { clipped } from '../shared/charts/model.ts';
import type { TimeRange } from '../shared/charts/model.ts';
import { groupName, SpendCard, UsageCharts, useSteps } from '../shared/charts/usage-charts.tsx';
import type { Narrower } from '../shared/charts/usage-charts.tsx';
import { queryOf, requestsOf } from './analytics-query.ts';
import type { AnalyticsSearch, RequestsSearch } from './search.ts';

const KINDS = ['model', 'key', 'user'] as const;

interface AnalyticsChartsProps {
  of: AnalyticsReportOut;
  search: AnalyticsSearch;
  show: (next: Readonly<Record<string, unknown>>) => void;
}

/** The charts of an analysis: dragging selects a time, clicks show its requests. */
export function AnalyticsCharts({ of: report, search, show }: AnalyticsChartsProps): ReactElement {
  const navigate = useNavigate();
  const { by = 'model' } = search;
  const calls = (range: TimeRange) => requestsOf(search, clipped(range, report));
  const given = {
    of: useSteps(report),
    timeZone: 'UTC',
    step: report.step,
    select: (range: TimeRange) => show(selected(search, clipped(range, report))),
    open: (range: TimeRange, narrower: Narrower) =>
      void navigate({ to: '/requests', search: { ...calls(range), ...searchOf(narrower) } }),
    link: (range: TimeRange, text: string) => (
      <Link to="/requests" search={calls(range)} className="text-accent underline">
        {text}
      </Link>
    ),
  };
  const groups = useGroups(search);
  return (
    <UsageCharts
      {...given}
      spend={
        <SpendCard
          {...given}
          kinds={KINDS}
          by={by}
          choose={(kind) => show({ ...search, by: kind })}
          groups={groups}
        />
      }
    />
  );
}

/** The models, keys or users that spent most, under the names that people know. */
function useGroups(search: AnalyticsSearch) {
  const query = { ...queryOf(search), group: search.by ?? 'model' } as const;
  const groups = useQuery({
    queryKey: ['analytics', 'series', query],
    queryFn: () => dataOf(platform.GET('/api/platform/analytics/series', { params: { query } })),
  });
  return useMemo(
    () =>
      groups.data?.data.map(({ id, name, series }) => ({ id, name: groupName(id, name), series })),
    [groups.data],
  );
}

/** Narrows the page to a part of its time. */
const selected = (
  { from: _from, until: _until, hours: _hours, ...search }: AnalyticsSearch,
  range: TimeRange,
): AnalyticsSearch => ({ ...search, date_from: range.from, date_to: range.until });

const searchOf = ({ status, model, key, user }: Narrower): RequestsSearch => ({
  ...(status === undefined ? {} : { status }),
  ...(model === undefined ? {} : { model }),
  ...(key === undefined ? {} : { api_key_id: key }),
  ...(user === undefined ? {} : { organization_id: user }),
});
