import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { ReactElement } from 'react';
import type { DashboardOut } from '@tollgate/contract/platform/analytics';
import type { ErrorUsage, ModelUsage } from '@tollgate/contract/usage-report';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { Against } from '../../shared/charts/against.tsx';
import { live } from '../../shared/live.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { texts } from '../../shared/texts/platform.ts';
import { count, duration, percent } from '../../shared/times.ts';
import { Card, Empty, Figure, PageHead } from '../../shared/ui/card.tsx';
import { ChoiceField } from '../../shared/ui/field.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { Table } from '../../shared/ui/table.tsx';
import { Attention } from '../attention.tsx';
import { FirstSteps } from '../first-steps.tsx';
import { CallsOfError, CallsOfModel } from '../model-link.tsx';
import { Standing } from '../standing.tsx';
import { DAY_CHOICES, DAYS_DEFAULT, overviewSearch } from '../search.ts';

const labels = texts.overview;
const ROWS_MAX = 10;
const route = getRouteApi('/');
/** Charts follow the page, which is part of the first load. */
const Charts = lazy(async () => ({
  default: (await import('../overview-charts.tsx')).OverviewCharts,
}));

/** The state of the service. */
export function OverviewPage(): ReactElement {
  const { days = DAYS_DEFAULT } = route.useSearch();
  const navigate = route.useNavigate();
  const dashboard = useQuery({
    queryKey: ['dashboard', days],
    queryFn: () => dataOf(platform.GET('/api/platform/dashboard', { params: { query: { days } } })),
    refetchInterval: live,
  });
  return (
    <>
      <PageHead
        title={labels.title}
        lead={labels.lead(String(days))}
        actions={
          <ChoiceField
            label={labels.days}
            choices={DAY_CHOICES}
            value={String(days)}
            onChange={(event) =>
              void navigate({ search: overviewSearch({ days: event.target.value }) })
            }
          />
        }
      />
      <FirstSteps />
      <Attention />
      <Standing days={days} />
      <Loaded query={dashboard}>{(report) => <Report report={report} />}</Loaded>
    </>
  );
}

function Report({ report }: { report: DashboardOut }): ReactElement {
  if (report.requests === 0 && report.before.requests === 0) {
    return <Empty title={labels.noModels}>{labels.noModelsText}</Empty>;
  }
  return (
    <div className="space-y-4">
      <Figures report={report} />
      <Suspense fallback={<div className="min-h-80" />}>
        <Charts of={report} />
      </Suspense>
      <Models models={report.models} />
      <Errors errors={report.errors} />
    </div>
  );
}

function Figures({ report }: { report: DashboardOut }): ReactElement {
  const { before, series } = report;
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <Figure
        label={labels.spent}
        value={<Money amount={report.credits} unit />}
        note={
          <Against
            now={Number(report.credits)}
            before={Number(before.credits)}
            text={<Money amount={before.credits} />}
          />
        }
        trend={series.map(({ credits }) => Number(credits))}
      />
      <Figure
        label={labels.requests}
        value={count(report.requests)}
        note={
          <Against now={report.requests} before={before.requests} text={count(before.requests)} />
        }
        trend={series.map(({ requests }) => requests)}
      />
      <Figure
        label={labels.success}
        value={percent(report.success_rate)}
        note={
          <Against
            now={report.success_rate}
            before={before.success_rate}
            text={percent(before.success_rate)}
            good="more"
          />
        }
        trend={series.map(({ success_rate: rate }) => rate ?? 1)}
      />
      <Figure
        label={labels.faults}
        value={count(report.faults)}
        note={
          <Against
            now={report.faults}
            before={before.faults}
            text={count(before.faults)}
            good="less"
          />
        }
        trend={series.map(({ faults }) => faults)}
      />
    </div>
  );
}

function Models({ models }: { models: readonly ModelUsage[] }): ReactElement {
  if (models.length === 0) return <Empty title={labels.noModels}>{labels.noModelsText}</Empty>;
  return (
    <Card title={labels.models}>
      <Table
        label={labels.models}
        rows={models.slice(0, ROWS_MAX)}
        keyOf={({ model }) => model}
        columns={[
          { head: labels.model, cell: ({ model }) => <CallsOfModel model={model} /> },
          { head: labels.requests, isNumber: true, cell: (row) => count(row.requests) },
          { head: labels.success, isNumber: true, cell: (row) => percent(row.success_rate) },
          {
            head: labels.p95,
            isNumber: true,
            cell: (row) => duration(row.latency_ms?.p95 ?? null),
          },
          { head: labels.spent, isNumber: true, cell: (row) => <Money amount={row.credits} /> },
        ]}
      />
    </Card>
  );
}

function Errors({ errors }: { errors: readonly ErrorUsage[] }): ReactElement {
  return (
    <Card title={labels.errors}>
      {errors.length === 0 ? (
        <p className="text-sm text-dim">{labels.noErrors}</p>
      ) : (
        <Table
          label={labels.errors}
          rows={errors.slice(0, ROWS_MAX)}
          keyOf={({ code }) => code}
          columns={[
            { head: labels.code, cell: ({ code }) => <CallsOfError code={code} /> },
            { head: labels.requests, isNumber: true, cell: (row) => count(row.requests) },
          ]}
        />
      )}
    </Card>
  );
}
