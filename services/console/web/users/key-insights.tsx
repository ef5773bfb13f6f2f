import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReactElement } from 'react';
import type { ApiKeyOut } from '@tollgate/contract/keys';
import type { KeyInsights as KeyInsightsShape } from '@tollgate/contract/usage-report';
import { dataOf } from '../shared/api/data-of.ts';
import { users } from '../shared/api/users-client.ts';
import { Chart } from '../shared/charts/chart.tsx';
import { spendChart } from '../shared/charts/model.ts';
import { useSteps } from '../shared/charts/usage-charts.tsx';
import { Loaded } from '../shared/page-states.tsx';
import { texts } from '../shared/texts/users.ts';
import { count, duration, percent } from '../shared/times.ts';
import { Figure } from '../shared/ui/card.tsx';
import { Dialog } from '../shared/ui/dialog.tsx';
import { Money } from '../shared/ui/money.tsx';
import { Table } from '../shared/ui/table.tsx';

const labels = texts.keys.insights;
const DAYS = 30;
/** How often the calls of a key are added up while somebody looks, in milliseconds. */
const LIVE_MS = 5_000;

interface KeyInsightsProps {
  of: ApiKeyOut;
  close: () => void;
}

/** What was done with a key over the last days. */
export function KeyInsights({ of: key, close }: KeyInsightsProps): ReactElement {
  const insights = useQuery({
    queryKey: ['insights', key.id],
    queryFn: () =>
      dataOf(
        users.GET('/api/keys/{key_id}/insights', {
          params: { path: { key_id: key.id }, query: { days: DAYS } },
        }),
      ),
    refetchInterval: LIVE_MS,
  });
  return (
    <Dialog title={labels.title(key.name, DAYS)} close={close}>
      <Loaded query={insights}>{(found) => <Found of={found} />}</Loaded>
    </Dialog>
  );
}

function Found({ of }: { of: KeyInsightsShape }): ReactElement {
  const steps = useSteps({ ...of, before: null });
  const model = useMemo(() => spendChart(steps), [steps]);
  if (of.requests === 0) return <p className="text-sm text-dim">{labels.nothing}</p>;
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-2 gap-3">
        <Figure label={labels.spent} value={<Money amount={of.credits} />} />
        <Figure label={labels.requests} value={count(of.requests)} />
        <Figure label={labels.success} value={percent(of.success_rate)} />
        <Figure label={labels.p95} value={duration(of.latency_ms?.p95 ?? null)} />
      </div>
      <Chart model={model} timeZone="Etc/UTC" step="day" />
      <Table
        label={labels.models}
        rows={of.models}
        keyOf={({ model }) => model}
        columns={[
          { head: labels.model, cell: ({ model }) => <bdi className="break-all">{model}</bdi> },
          { head: labels.requests, isNumber: true, cell: (row) => count(row.requests) },
          { head: labels.spent, isNumber: true, cell: (row) => <Money amount={row.credits} /> },
        ]}
      />
      {of.errors.length > 0 && (
        <Table
          label={labels.errors}
          rows={of.errors}
          keyOf={({ code, status }) => `${status} ${code}`}
          columns={[
            { head: labels.error, cell: ({ code, status }) => <code>{`${status} ${code}`}</code> },
            { head: labels.requests, isNumber: true, cell: (row) => count(row.requests) },
          ]}
        />
      )}
    </div>
  );
}
