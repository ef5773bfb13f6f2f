import type { ReactElement, ReactNode } from 'react';
import type { AnalyticsReportOut } from '@tollgate/contract/platform/analytics';
import { Against } from '../shared/charts/against.tsx';
import { sales } from '../shared/texts/sales.ts';
import { count, duration, percent } from '../shared/times.ts';
import { Figure } from '../shared/ui/card.tsx';
import { Money } from '../shared/ui/money.tsx';

const labels = sales.analytics;
type Report = AnalyticsReportOut;

/** One figure, read from the report and from the period before. */
interface Shown {
  label: string;
  read: (sums: Sums) => number | null;
  write: (sums: Sums, unit?: boolean) => ReactNode;
  good?: 'more' | 'less';
}

type Sums = Pick<Report, 'credits' | 'requests' | 'success_rate' | 'latency_ms' | 'first_token_ms'>;

const FIGURES: readonly Shown[] = [
  {
    label: labels.credits,
    read: ({ credits }) => Number(credits),
    write: ({ credits }, unit = false) => <Money amount={credits} unit={unit} />,
  },
  {
    label: labels.requests,
    read: ({ requests }) => requests,
    write: ({ requests }) => count(requests),
  },
  {
    label: labels.success,
    read: ({ success_rate: rate }) => rate,
    write: ({ success_rate: rate }) => percent(rate),
    good: 'more',
  },
  {
    label: labels.p95,
    read: ({ latency_ms: times }) => times?.p95 ?? null,
    write: ({ latency_ms: times }) => duration(times?.p95 ?? null),
    good: 'less',
  },
];

/** The figures of a range, beside those of the period before where they are compared. */
export function Figures({ of: report }: { of: Report }): ReactElement {
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      {FIGURES.map((one) => (
        <Figure
          key={one.label}
          label={one.label}
          value={one.write(report, true)}
          note={noteOf(one, report)}
          trend={report.series.map((step) => one.read(step) ?? 0)}
        />
      ))}
    </div>
  );
}

function noteOf({ read, write, good }: Shown, report: Report): ReactNode {
  const { before } = report;
  if (before === null) return undefined;
  return <Against now={read(report)} before={read(before)} text={write(before)} good={good} />;
}
