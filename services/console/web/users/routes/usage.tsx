import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Schemas } from '../../shared/api/users-client.ts';
import { download, csvOf } from '../../shared/csv.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { texts } from '../../shared/texts/users.ts';
import { count, percent, utcDay } from '../../shared/times.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, Empty, Figure, PageHead } from '../../shared/ui/card.tsx';
import { TimeChart } from '../../shared/ui/chart.tsx';
import { ChoiceField } from '../../shared/ui/field.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { Table } from '../../shared/ui/table.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { keysQuery, usageQuery } from '../queries.ts';

const words = texts.usage;
const DAYS = [1, 7, 30, 90];
const DAYS_DEFAULT = 30;

type Usage = Schemas['UsageOut'];
type Sums = Pick<Usage, 'requests' | 'failed' | 'tokens' | 'credits'>;

/** What was used, by day, model and key. */
export function UsagePage(): ReactElement {
  const { days = DAYS_DEFAULT, mode } = useSearch({ from: '/usage' });
  const usage = useQuery(usageQuery(days, mode));
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <Range days={days} mode={mode} />
      <Loaded query={usage}>
        {(report) =>
          report.requests === 0 ? (
            <Empty title={words.empty}>{words.emptyText}</Empty>
          ) : (
            <Report of={report} />
          )
        }
      </Loaded>
    </>
  );
}

interface RangeProps {
  days: number;
  mode: 'live' | 'test' | 'all' | undefined;
}

function Range({ days, mode }: RangeProps): ReactElement {
  const navigate = useNavigate();
  return (
    <div className="mb-4 grid max-w-md grid-cols-2 gap-3">
      <ChoiceField
        label={words.range}
        value={String(days)}
        onChange={(event) =>
          void navigate({ to: '/usage', search: { mode, days: Number(event.target.value) } })
        }
        choices={DAYS.map((one) => ({ value: String(one), label: words.days(one) }))}
      />
      <ChoiceField
        label={texts.requests.mode}
        value={mode ?? 'all'}
        onChange={(event) => {
          const chosen = (['live', 'test'] as const).find((one) => one === event.target.value);
          void navigate({ to: '/usage', search: { days, mode: chosen } });
        }}
        choices={[
          { value: 'all', label: words.bothModes },
          { value: 'live', label: texts.keys.modes.live },
          { value: 'test', label: texts.keys.modes.test },
        ]}
      />
    </div>
  );
}

/** A share of some tokens in others. */
const shareText = (part: number, whole: number): string =>
  percent(whole === 0 ? null : part / whole);

function Report({ of: report }: { of: Usage }): ReactElement {
  const { tokens } = report;
  const input = tokens.input + tokens.cache_read + tokens.cache_write;
  return (
    <div className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <Figure label={words.credits} value={<Money amount={report.credits} />} />
        <Figure
          label={words.requests}
          value={count(report.requests)}
          note={words.success(percent(report.success_rate))}
        />
        <Figure
          label={words.input}
          value={count(input)}
          note={words.cached(shareText(tokens.cache_read, input))}
        />
        <Figure
          label={words.output}
          value={count(tokens.output)}
          note={words.reasoning(shareText(tokens.reasoning, tokens.output))}
        />
      </div>
      <ByDay of={report.series} />
      <ByModel of={report.models} />
      <ByKey of={report.keys} />
    </div>
  );
}

const sums = <Row extends Sums>(): Column<Row>[] => [
  { head: words.requests, isNumber: true, cell: (row) => count(row.requests) },
  { head: words.failed, isNumber: true, cell: (row) => count(row.failed) },
  { head: words.input, isNumber: true, cell: ({ tokens }) => count(tokens.input) },
  { head: words.cacheRead, isNumber: true, cell: ({ tokens }) => count(tokens.cache_read) },
  { head: words.output, isNumber: true, cell: ({ tokens }) => count(tokens.output) },
  { head: words.credits, isNumber: true, cell: (row) => <Money amount={row.credits} /> },
];
const csvCells = ({ requests, failed, tokens, credits }: Sums): (string | number)[] => [
  requests,
  failed,
  tokens.input,
  tokens.cache_read,
  tokens.output,
  credits,
];
const CSV_HEAD = ['requests', 'failed', 'input', 'cache_read', 'output', 'credits'];

function ByDay({ of: series }: { of: Usage['series'] }): ReactElement {
  return (
    <Card title={words.byDay} actions={<Csv name="day" rows={series} label={({ at }) => at} />}>
      <TimeChart
        label={words.chart}
        points={series.map(({ at, credits, requests }) => ({
          at,
          amount: credits,
          count: requests,
        }))}
      />
      <div className="mt-4">
        <Table
          label={words.byDay}
          rows={series.toReversed()}
          keyOf={({ at }) => at}
          columns={[
            { head: words.day, cell: ({ at }) => utcDay(at) },
            ...sums<Usage['series'][number]>(),
          ]}
        />
      </div>
    </Card>
  );
}

function ByModel({ of: models }: { of: Usage['models'] }): ReactElement {
  return (
    <Card
      title={words.byModel}
      actions={<Csv name="model" rows={models} label={({ model }) => model} />}
    >
      <Table
        label={words.byModel}
        rows={models}
        keyOf={({ model }) => model}
        columns={[
          { head: texts.requests.model, cell: ({ model }) => <bdi>{model}</bdi> },
          ...sums<Usage['models'][number]>(),
        ]}
      />
    </Card>
  );
}

function ByKey({ of: keys }: { of: Usage['keys'] }): ReactElement {
  const known = useQuery(keysQuery);
  const nameOf = (id: string): string => known.data?.find((key) => key.id === id)?.name ?? id;
  return (
    <Card
      title={words.byKey}
      actions={<Csv name="key" rows={keys} label={({ api_key_id }) => api_key_id} />}
    >
      <Table
        label={words.byKey}
        rows={keys}
        keyOf={({ api_key_id }) => api_key_id}
        columns={[
          { head: texts.requests.key, cell: ({ api_key_id }) => <bdi>{nameOf(api_key_id)}</bdi> },
          ...sums<Usage['keys'][number]>(),
        ]}
      />
    </Card>
  );
}

interface CsvProps<Row> {
  name: string;
  rows: readonly Row[];
  label: (row: Row) => string;
}

function Csv<Row extends Sums>({ name, rows, label }: CsvProps<Row>): ReactElement {
  const save = (): void => {
    const lines = rows.map((row) => [label(row), ...csvCells(row)]);
    download(`usage-by-${name}.csv`, csvOf([[name, ...CSV_HEAD], ...lines]));
  };
  return (
    <Button onClick={save} aria-label={words.csvOf(name)}>
      CSV
    </Button>
  );
}
