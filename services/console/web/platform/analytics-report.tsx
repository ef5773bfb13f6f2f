import { createContext, use } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { AnalyticsOut } from '@tollgate/contract/platform/analytics';
import type { LatencyPercentiles } from '@tollgate/contract/usage-report';
import { csvOf, download } from '../shared/csv.ts';
import { texts } from '../shared/texts/platform.ts';
import { sales } from '../shared/texts/sales.ts';
import { count, duration, percent, stepTime } from '../shared/times.ts';
import { Button } from '../shared/ui/button.tsx';
import { Card, Figure } from '../shared/ui/card.tsx';
import { TimeChart } from '../shared/ui/chart.tsx';
import { Money } from '../shared/ui/money.tsx';
import { Table } from '../shared/ui/table.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Named, UserLink } from './user-link.tsx';
import type { MoreColumn } from './search.ts';

const labels = sales.analytics;
type Report = AnalyticsOut;
type Percentiles = LatencyPercentiles;

/** What each breakdown has. */
interface Sums {
  requests: number;
  failed: number;
  refused: number;
  faults: number;
  success_rate: number | null;
  tokens: { input: number; cache_read: number; output: number; reasoning: number };
  credits: string;
  latency_ms?: Percentiles;
  first_token_ms?: Percentiles;
}

const CSV_HEAD = [
  'requests',
  'failed',
  'refused',
  'faults',
  'input',
  'cache_read',
  'output',
  'reasoning',
  'credits',
  'latency_p50_ms',
  'latency_p95_ms',
  'first_token_p95_ms',
];
const csvCells = (row: Sums): (string | number)[] => [
  row.requests,
  row.failed,
  row.refused,
  row.faults,
  row.tokens.input,
  row.tokens.cache_read,
  row.tokens.output,
  row.tokens.reasoning,
  row.credits,
  row.latency_ms?.p50 ?? '',
  row.latency_ms?.p95 ?? '',
  row.first_token_ms?.p95 ?? '',
];

/** Columns with a name are shown where somebody wants them. */
const COLUMNS: readonly (Column<Sums> & { name?: MoreColumn })[] = [
  { head: labels.credits, isNumber: true, cell: (row) => <Money amount={row.credits} /> },
  { head: labels.requests, isNumber: true, cell: (row) => count(row.requests) },
  { head: labels.success, isNumber: true, cell: (row) => percent(row.success_rate) },
  { name: 'failed', head: labels.failed, isNumber: true, cell: (row) => count(row.failed) },
  { name: 'refused', head: labels.refused, isNumber: true, cell: (row) => count(row.refused) },
  { name: 'faults', head: labels.faults, isNumber: true, cell: (row) => count(row.faults) },
  { head: labels.input, isNumber: true, cell: ({ tokens }) => count(tokens.input) },
  {
    name: 'cached',
    head: labels.cached,
    isNumber: true,
    cell: ({ tokens }) => count(tokens.cache_read),
  },
  { head: labels.output, isNumber: true, cell: ({ tokens }) => count(tokens.output) },
  {
    name: 'reasoning',
    head: labels.reasoning,
    isNumber: true,
    cell: ({ tokens }) => count(tokens.reasoning),
  },
  {
    name: 'p50',
    head: labels.p50,
    isNumber: true,
    cell: (row) => duration(row.latency_ms?.p50 ?? null),
  },
  { head: labels.p95, isNumber: true, cell: (row) => duration(row.latency_ms?.p95 ?? null) },
  {
    name: 'first',
    head: labels.first,
    isNumber: true,
    cell: (row) => duration(row.first_token_ms?.p95 ?? null),
  },
];

/** Which of the further columns the tables show. */
const Shown = createContext<readonly MoreColumn[]>([]);

interface BreakdownProps<Row extends Sums> {
  title: string;
  /** The key of a row, as text. */
  nameOf: (row: Row) => string;
  cell?: (row: Row) => ReactNode;
  /** What people know the rows by, for the file: a head and the text. */
  known?: readonly (readonly [string, (row: Row) => string | null])[];
  rows: readonly Row[];
  children?: ReactNode;
}

function Breakdown<Row extends Sums>(props: BreakdownProps<Row>): ReactElement | null {
  const { title, nameOf, cell = (row: Row) => <bdi>{nameOf(row)}</bdi>, rows, children } = props;
  const { known = [] } = props;
  const shown = use(Shown);
  if (rows.length === 0) return null;
  const head = ['name', ...CSV_HEAD, ...known.map(([name]) => name)];
  const lines = rows.map((row) => [
    nameOf(row),
    ...csvCells(row),
    ...known.map(([, text]) => text(row) ?? ''),
  ]);
  const file = `${title.toLowerCase().replaceAll(' ', '-')}.csv`;
  return (
    <Card
      title={title}
      actions={
        <Button onClick={() => download(file, csvOf([head, ...lines]))}>{labels.csv}</Button>
      }
    >
      {children}
      <Table
        label={title}
        rows={rows}
        keyOf={nameOf}
        columns={[
          { head: title, cell: (row) => <div className="min-w-40 break-words">{cell(row)}</div> },
          ...COLUMNS.filter(({ name }) => name === undefined || shown.includes(name)),
        ]}
      />
    </Card>
  );
}

interface AnalyticsReportProps {
  of: Report;
  /** Columns beside those that are always shown. */
  columns: readonly MoreColumn[];
}

/** The figures of a range, and a table for each side that calls have. */
export function AnalyticsReport({ of: report, columns }: AnalyticsReportProps): ReactElement {
  return (
    <Shown value={columns}>
      <Tables of={report} />
    </Shown>
  );
}

function Tables({ of: report }: { of: Report }): ReactElement {
  const points = report.series.map(({ at, credits, requests }) => ({
    at,
    amount: credits,
    count: requests,
  }));
  return (
    <div className="space-y-4">
      <Figures of={report} />
      <Breakdown
        title={texts.overview.series}
        nameOf={({ at }) => at}
        cell={({ at }) => (
          <time dateTime={at}>{stepTime(at, { timeZone: 'UTC', step: report.step })}</time>
        )}
        rows={report.series.toReversed().filter(({ requests }) => requests > 0)}
      >
        <TimeChart label={texts.overview.chart} points={points} />
      </Breakdown>
      <Breakdown title={labels.providers} nameOf={(row) => row.provider} rows={report.providers} />
      <Breakdown title={labels.models} nameOf={({ model }) => model} rows={report.models} />
      <Breakdown title={labels.endpoints} nameOf={(row) => row.endpoint} rows={report.endpoints} />
      <Breakdown
        title={labels.statuses}
        nameOf={({ status }) => String(status)}
        rows={report.statuses}
      />
      <Owners of={report} />
      <Errors rows={report.errors} />
    </div>
  );
}

/** Who spent most. */
function Owners({ of: report }: { of: Report }): ReactElement {
  return (
    <>
      <Breakdown
        title={labels.users}
        nameOf={(row) => row.user_id}
        cell={(row) => <UserLink id={row.user_id} email={row.user_email} />}
        known={[['user_email', (row) => row.user_email]]}
        rows={report.users}
      />
      <Breakdown
        title={labels.keys}
        nameOf={(row) => row.api_key_id}
        cell={(row) => <Key of={row} />}
        known={[
          ['key_name', (row) => row.key_name],
          ['user_email', (row) => row.user_email],
        ]}
        rows={report.keys}
      />
    </>
  );
}

function Errors({ rows }: { rows: Report['errors'] }): ReactElement | null {
  if (rows.length === 0) return null;
  return (
    <Card title={labels.errors}>
      <Table
        label={labels.errors}
        rows={rows}
        keyOf={({ code, status }) => `${code} ${status}`}
        columns={[
          { head: labels.code, cell: ({ code }) => <code>{code}</code> },
          { head: labels.status, isNumber: true, cell: ({ status }) => status },
          { head: labels.requests, isNumber: true, cell: (row) => count(row.requests) },
        ]}
      />
    </Card>
  );
}

/** A key by its name, and whose it is. */
function Key({ of: row }: { of: Report['keys'][number] }): ReactElement {
  return (
    <>
      <Named id={row.api_key_id} name={row.key_name} />
      {row.user_id !== null && <UserLink id={row.user_id} email={row.user_email} />}
    </>
  );
}

function Figures({ of: report }: { of: Report }): ReactElement {
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <Figure label={labels.credits} value={<Money amount={report.credits} unit />} />
      <Figure label={labels.requests} value={count(report.requests)} />
      <Figure label={labels.success} value={percent(report.success_rate)} />
      <Figure
        label={labels.p95}
        value={duration(report.latency_ms?.p95 ?? null)}
        note={`${labels.first}: ${duration(report.first_token_ms?.p95 ?? null)}`}
      />
    </div>
  );
}
