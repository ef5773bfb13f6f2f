import { useMemo } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { UsageStep } from '@tollgate/contract/usage-report';
import { charts as labels } from '../texts/charts.ts';
import { Card } from '../ui/card.tsx';
import { ChoiceField } from '../ui/field.tsx';
import { Chart } from './chart.tsx';
import type { ChartGiven } from './given.ts';
import {
  isNamed,
  requestsChart,
  spendByChart,
  spendChart,
  timingChart,
  tokensChart,
} from './model.ts';
import type { SpendGroup, Steps, TimeRange } from './model.ts';

/** What spending is shown by. */
export type GroupKind = keyof typeof labels.groups;

/** What requests are narrowed to, beside their time. */
export type Narrower = { status?: string } & { [Kind in GroupKind]?: string };

/** A report with its steps. */
interface Report {
  until: string;
  series: readonly UsageStep[];
  before: { series: readonly UsageStep[] } | null;
}

/** The steps of a report as charts take them; they change only with the report. */
export const useSteps = ({ series, until, before }: Report): Steps =>
  useMemo(
    () => ({ steps: series, until, before: before?.series ?? null }),
    [series, until, before],
  );

/** Charts of one page have these in common. */
export interface UsageChartsGiven extends Omit<ChartGiven, 'open'> {
  of: Steps;
  /** Shows the requests of a step. */
  open?: (range: TimeRange, narrower: Narrower) => void;
}

interface UsageChartsProps extends UsageChartsGiven {
  /** The card of what was spent. */
  spend: ReactNode;
}

/** Requests, spending, times and tokens of a report. */
export function UsageCharts({ of, open, spend, ...given }: UsageChartsProps): ReactElement {
  const requests = useMemo(() => requestsChart(of), [of]);
  const tokens = useMemo(() => tokensChart(of), [of]);
  const latency = useMemo(() => timingChart('latency_ms', of), [of]);
  const first = useMemo(() => timingChart('first_token_ms', of), [of]);
  const plain = (range: TimeRange): void => open?.(range, {});
  return (
    <div className="grid min-w-0 gap-4 xl:grid-cols-2">
      <Card title={requests.title}>
        <Chart
          {...given}
          model={requests}
          open={(range, status) => open?.(range, status === null ? {} : { status })}
        />
      </Card>
      {spend}
      {[latency, first].map((model) => (
        <Card key={model.title} title={model.title}>
          <Chart {...given} model={model} open={plain} />
        </Card>
      ))}
      <div className="min-w-0 xl:col-span-2">
        <Card title={tokens.title}>
          <Chart {...given} model={tokens} open={plain} />
        </Card>
      </div>
    </div>
  );
}

interface SpendCardProps<Kind extends GroupKind> extends UsageChartsGiven {
  kinds: readonly Kind[];
  by: Kind;
  choose: (by: Kind) => void;
  /** What the largest groups have spent; all together are shown until then. */
  groups: readonly SpendGroup[] | undefined;
}

/** What was spent over time, by the largest groups of a kind. */
export function SpendCard<Kind extends GroupKind>(props: SpendCardProps<Kind>): ReactElement {
  const { of, open, kinds, by, choose, groups, ...given } = props;
  const model = useMemo(
    () => (groups === undefined ? spendChart(of) : spendByChart(groups, of)),
    [groups, of],
  );
  return (
    <Card
      title={labels.spend}
      actions={
        <ChoiceField
          label={labels.spendBy}
          choices={kinds.map((kind) => ({ value: kind, label: labels.groups[kind] }))}
          value={by}
          onChange={({ target: { value } }) => choose(kinds.find((kind) => kind === value) ?? by)}
        />
      }
    >
      <Chart
        {...given}
        model={model}
        open={(range, id) => open?.(range, id !== null && isNamed(id) ? { [by]: id } : {})}
      />
    </Card>
  );
}

interface CompareFieldProps {
  isChosen: boolean;
  choose: (isChosen: boolean) => void;
}

/** Whether the period before is shown as well. */
export function CompareField({ isChosen, choose }: CompareFieldProps): ReactElement {
  return (
    <label className="flex min-h-7 items-center gap-2 text-sm">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={(event) => choose(event.target.checked)}
      />
      {labels.compare}
    </label>
  );
}

/** The name of a group: what people know it by, else its id. */
export function groupName(id: string | null, name: string | null): string {
  if (id === null) return labels.others;
  return isNamed(id) ? (name ?? id) : labels.unknown;
}
