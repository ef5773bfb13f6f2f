import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { UsageOut } from '@tollgate/contract/usage-report';
import { isNamed } from '../../shared/charts/model.ts';
import { download, csvOf } from '../../shared/csv.ts';
import { FieldFaults } from '../../shared/ui/faults.tsx';
import { Loaded } from '../../shared/page-states.tsx';
import { texts } from '../../shared/texts/users.ts';
import { count, stepTime, zone } from '../../shared/times.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, Empty, PageHead } from '../../shared/ui/card.tsx';
import { Tokens } from '../../shared/token-columns.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { Table } from '../../shared/ui/table.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { keysQuery, usageQuery } from '../queries.ts';
import type { RequestSearch, UsageSearch } from '../search.ts';
import { Charts, requestsOf } from '../usage-charts.tsx';
import { ByTag } from '../usage-tags.tsx';
import { Figures } from '../usage-figures.tsx';
import { UsageFilter, askedBy, stepIn } from '../usage-filter.tsx';

const labels = texts.usage;

type Step = 'day' | 'hour';

type Usage = UsageOut;
type Sums = Pick<Usage, 'requests' | 'failed' | 'tokens' | 'credits'>;

/** What was used, by day, model and key. */
export function UsagePage(): ReactElement {
  const search = useSearch({ from: '/usage' });
  const compare = search.compare === true;
  const usage = useQuery(usageQuery({ ...askedBy(search), compare }));
  return (
    <>
      <PageHead title={labels.title} lead={labels.lead(search.zone ?? zone())} />
      <FieldFaults error={usage.error}>
        <UsageFilter key={JSON.stringify(search)} search={search} />
        <Loaded query={usage}>
          {(report) =>
            report.requests === 0 ? (
              <Empty title={labels.empty}>{labels.emptyText}</Empty>
            ) : (
              <Report of={report} search={search} />
            )
          }
        </Loaded>
      </FieldFaults>
    </>
  );
}

interface ReportProps {
  of: Usage;
  search: UsageSearch;
}

function Report({ of: report, search }: ReportProps): ReactElement {
  return (
    <div className="space-y-4">
      <Figures of={report} />
      <Charts of={report} search={search} />
      <ByModel of={report} search={search} />
      <ByKey of={report} search={search} />
      <ByTag search={search} />
      <ByDay of={report} step={stepIn(search)} />
    </div>
  );
}

const sums = <Row extends Sums>(): Column<Row>[] => [
  { head: labels.requests, isNumber: true, cell: (row) => count(row.requests) },
  { head: labels.failed, isNumber: true, cell: (row) => count(row.failed) },
  {
    head: labels.input,
    isNumber: true,
    cell: ({ tokens }) => (
      <Tokens whole={tokens.input} part={tokens.cache_read} partText={labels.cached} />
    ),
  },
  {
    head: labels.output,
    isNumber: true,
    cell: ({ tokens }) => (
      <Tokens whole={tokens.output} part={tokens.reasoning} partText={labels.reasoning} />
    ),
  },
  { head: labels.credits, isNumber: true, cell: (row) => <Money amount={row.credits} /> },
];
const csvCells = ({ requests, failed, tokens, credits }: Sums): (string | number)[] => [
  requests,
  failed,
  tokens.input,
  tokens.cache_read,
  tokens.output,
  tokens.reasoning,
  credits,
];
const CSV_HEAD = ['requests', 'failed', 'input', 'cache_read', 'output', 'reasoning', 'credits'];

function ByDay({ of: report, step }: { of: Usage; step: Step }): ReactElement {
  const { series, time_zone: timeZone } = report;
  return (
    <Card
      title={labels.steps[step]}
      actions={<Csv name={step} rows={series} label={({ at }) => at} />}
    >
      <div className="max-h-[32rem] overflow-y-auto">
        <Table
          label={labels.steps[step]}
          rows={series.toReversed().filter(({ requests }) => requests > 0)}
          keyOf={({ at }) => at}
          columns={[
            { head: labels.stepHead(timeZone), cell: ({ at }) => stepTime(at, { timeZone, step }) },
            ...sums<Usage['series'][number]>(),
          ]}
        />
      </div>
    </Card>
  );
}

function ByModel({ of: report, search }: ReportProps): ReactElement {
  const { models } = report;
  return (
    <Card
      title={labels.byModel}
      actions={<Csv name="model" rows={models} label={({ model }) => model} />}
    >
      <Table
        label={labels.byModel}
        rows={models}
        keyOf={({ model }) => model}
        columns={[
          {
            head: texts.requests.model,
            cell: ({ model }) =>
              isNamed(model) ? (
                <Calls search={requestsOf(search, report, { model })} text={model} />
              ) : (
                model
              ),
          },
          ...sums<Usage['models'][number]>(),
        ]}
      />
    </Card>
  );
}

function ByKey({ of: report, search }: ReportProps): ReactElement {
  const { keys } = report;
  const known = useQuery(keysQuery);
  const nameOf = (id: string): string => known.data?.find((key) => key.id === id)?.name ?? id;
  return (
    <Card
      title={labels.byKey}
      actions={<Csv name="key" rows={keys} label={({ api_key_id }) => api_key_id} />}
    >
      <Table
        label={labels.byKey}
        rows={keys}
        keyOf={({ api_key_id }) => api_key_id}
        columns={[
          {
            head: texts.requests.key,
            cell: ({ api_key_id: key }) => (
              <Calls search={requestsOf(search, report, { key })} text={nameOf(key)} />
            ),
          },
          ...sums<Usage['keys'][number]>(),
        ]}
      />
    </Card>
  );
}

/** A link to the calls that a row is made of. */
function Calls({ search, text }: { search: RequestSearch; text: string }): ReactElement {
  return (
    <Link to="/requests" search={search} className="text-accent underline">
      <bdi>{text}</bdi>
    </Link>
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
    <Button onClick={save} aria-label={labels.csvOf(name)}>
      CSV
    </Button>
  );
}
