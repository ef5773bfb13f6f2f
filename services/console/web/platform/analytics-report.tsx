import { createContext, use } from 'react';
import type { ReactElement, ReactNode } from 'react';
import type { AnalyticsReportOut } from '@tollgate/contract/platform/analytics';
import type { LatencyPercentiles } from '@tollgate/contract/usage-report';
import { isNamed } from '../shared/charts/model.ts';
import { csvOf, download } from '../shared/csv.ts';
import { sales } from '../shared/texts/sales.ts';
import { count, duration, percent, stepTime } from '../shared/times.ts';
import { Button } from '../shared/ui/button.tsx';
import { Card } from '../shared/ui/card.tsx';
import { Money } from '../shared/ui/money.tsx';
import { Table } from '../shared/ui/table.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Named, UserLink } from './user-link.tsx';
import type { MoreColumn, Side } from './search.ts';

const labels = sales.analytics;
type Report = AnalyticsReportOut;
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
}

function Breakdown<Row extends Sums>(props: BreakdownProps<Row>): ReactElement | null {
  const { title, nameOf, cell = (row: Row) => <bdi>{nameOf(row)}</bdi>, rows } = props;
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

interface SideTableProps {
  of: Report;
  side: Side;
  /** Columns beside those that are always shown. */
  columns: readonly MoreColumn[];
  /** A link to the calls that a row is made of. */
  calls: (narrower: Readonly<Record<string, string>>, text: string) => ReactElement;
}

/** The table of one side that calls have. */
export function SideTable({ columns, ...props }: SideTableProps): ReactElement {
  return <Shown value={columns}>{tableOf(props)}</Shown>;
}

function tableOf({ of: report, side, calls }: Omit<SideTableProps, 'columns'>): ReactElement {
  const title = labels.sides[side];
  const link = (field: string, name: string): ReactNode =>
    isNamed(name) ? calls({ [field]: name }, name) : <bdi>{name}</bdi>;
  switch (side) {
    case 'series':
      return (
        <Breakdown
          title={title}
          nameOf={({ at }) => at}
          cell={({ at }) => (
            <time dateTime={at}>{stepTime(at, { timeZone: 'UTC', step: report.step })}</time>
          )}
          rows={report.series.toReversed().filter(({ requests }) => requests > 0)}
        />
      );
    case 'providers':
      return (
        <Breakdown
          title={title}
          nameOf={(row) => row.provider}
          cell={(row) => link('provider', row.provider)}
          rows={report.providers}
        />
      );
    case 'models':
      return (
        <Breakdown
          title={title}
          nameOf={({ model }) => model}
          cell={({ model }) => link('model', model)}
          rows={report.models}
        />
      );
    case 'endpoints':
      return <Breakdown title={title} nameOf={(row) => row.endpoint} rows={report.endpoints} />;
    case 'statuses':
      return (
        <Breakdown
          title={title}
          nameOf={({ status }) => String(status)}
          cell={({ status }) => link('status', String(status))}
          rows={report.statuses}
        />
      );
    case 'errors':
      return <Errors rows={report.errors} link={link} />;
    case 'users':
    case 'keys':
      return <Owners of={report} side={side} />;
  }
}

/** Who spent most. */
function Owners({ of: report, side }: { of: Report; side: 'users' | 'keys' }): ReactElement {
  if (side === 'users') {
    return (
      <Breakdown
        title={labels.sides.users}
        nameOf={(row) => row.user_id}
        cell={(row) => <UserLink id={row.user_id} email={row.user_email} />}
        known={[['user_email', (row) => row.user_email]]}
        rows={report.users}
      />
    );
  }
  return (
    <Breakdown
      title={labels.sides.keys}
      nameOf={(row) => row.api_key_id}
      cell={(row) => <Key of={row} />}
      known={[
        ['key_name', (row) => row.key_name],
        ['user_email', (row) => row.user_email],
      ]}
      rows={report.keys}
    />
  );
}

interface ErrorsProps {
  rows: Report['errors'];
  link: (field: string, name: string) => ReactNode;
}

function Errors({ rows, link }: ErrorsProps): ReactElement {
  const title = labels.sides.errors;
  return (
    <Card title={title}>
      <Table
        label={title}
        rows={rows}
        keyOf={({ code, status }) => `${code} ${status}`}
        columns={[
          { head: labels.code, cell: ({ code }) => link('error_code', code) },
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
