import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import type { UsageOut } from '@tollgate/contract/usage-report';
import { clipped, stepOf } from '../shared/charts/model.ts';
import type { TimeRange } from '../shared/charts/model.ts';
import {
  CompareField,
  groupName,
  SpendCard,
  UsageCharts,
  useSteps,
} from '../shared/charts/usage-charts.tsx';
import type { Narrower } from '../shared/charts/usage-charts.tsx';
import { charts } from '../shared/texts/charts.ts';
import { keysQuery, usageSeriesQuery } from './queries.ts';
import type { UsageSearch } from './search.ts';
import { askedBy, stepIn } from './usage-filter.tsx';

interface ReportProps {
  of: UsageOut;
  search: UsageSearch;
}

const KINDS = ['model', 'key'] as const;

/** The charts of a report: dragging selects a time, clicks show its requests. */
export function Charts({ of: report, search }: ReportProps): ReactElement {
  const navigate = useNavigate();
  const { by = 'model' } = search;
  const show = (next: UsageSearch): void =>
    void navigate({ to: '/usage', search: next, resetScroll: false });
  const given = {
    of: useSteps(report),
    timeZone: report.time_zone,
    step: stepIn(search),
    select: (range: TimeRange) => show(selected(search, clipped(range, report))),
    open: (range: TimeRange, narrower: Narrower) =>
      void navigate({ to: '/requests', search: requestsOf(search, range, narrower) }),
    link: (range: TimeRange, text: string) => (
      <Link to="/requests" search={requestsOf(search, range)} className="text-accent underline">
        {text}
      </Link>
    ),
  };
  const groups = useGroups(search);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <CompareField
          isChosen={search.compare === true}
          choose={(isChosen) => show({ ...search, compare: isChosen ? true : undefined })}
        />
        <p className="text-xs text-dim max-sm:hidden">{charts.help}</p>
      </div>
      <UsageCharts
        {...given}
        spend={
          <SpendCard
            {...given}
            kinds={KINDS}
            by={by}
            choose={(kind) => show({ ...search, by: kind === 'key' ? 'key' : undefined })}
            groups={groups}
          />
        }
      />
    </>
  );
}

/** The models or keys that spent most, under the names that the reader gave them. */
function useGroups(search: UsageSearch) {
  const { by = 'model' } = search;
  const known = useQuery(keysQuery);
  const groups = useQuery(usageSeriesQuery({ ...askedBy(search), group: by }));
  const data = useMemo(
    () =>
      groups.data?.data.map(({ id, series }) => {
        const key = known.data?.find((one) => one.id === id);
        return { id, name: groupName(id, key?.name ?? null), series };
      }),
    [groups.data, known.data],
  );
  return data;
}

/** Narrows the page to a part of its time. */
const selected = (
  { zone: named, mode, compare, by }: UsageSearch,
  range: TimeRange,
): UsageSearch => ({
  zone: named,
  mode,
  compare,
  by,
  date_from: range.from,
  date_to: range.until,
  step: stepOf(range),
});

/** The requests of a time. The page of requests shows live and test ones unless it is narrowed. */
export const requestsOf = ({ mode }: UsageSearch, range: TimeRange, narrower: Narrower = {}) => ({
  date_from: range.from,
  date_to: range.until,
  mode: mode ?? ('live' as const),
  ...narrower,
});
