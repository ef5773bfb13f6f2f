import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import type { DashboardOut } from '@tollgate/contract/platform/analytics';
import { Chart } from '../shared/charts/chart.tsx';
import { clipped, requestsChart, spendChart } from '../shared/charts/model.ts';
import type { TimeRange } from '../shared/charts/model.ts';
import { useSteps } from '../shared/charts/usage-charts.tsx';
import { titles } from '../shared/texts/titles.ts';
import { Card } from '../shared/ui/card.tsx';

/** Requests and spending over time: dragging opens the analysis, clicks show requests. */
export function OverviewCharts({ of: report }: { of: DashboardOut }): ReactElement {
  const navigate = useNavigate();
  const steps = useSteps({ ...report, before: null });
  const charts = useMemo(() => [requestsChart(steps), spendChart(steps)], [steps]);
  const searchOf = (range: TimeRange) => {
    const { from, until } = clipped(range, report);
    return { date_from: from, date_to: until, mode: 'live' } as const;
  };
  return (
    <div className="grid min-w-0 gap-4 xl:grid-cols-2">
      {charts.map((model) => (
        <Card
          key={model.title}
          title={model.title}
          actions={
            <Link to="/analytics" className="text-sm text-accent underline">
              {titles.analytics}
            </Link>
          }
        >
          <Chart
            model={model}
            timeZone="UTC"
            step="day"
            select={(range) => void navigate({ to: '/analytics', search: searchOf(range) })}
            open={(range) => void navigate({ to: '/requests', search: searchOf(range) })}
            link={(range, text) => (
              <Link to="/requests" search={searchOf(range)} className="text-accent underline">
                {text}
              </Link>
            )}
          />
        </Card>
      ))}
    </div>
  );
}
