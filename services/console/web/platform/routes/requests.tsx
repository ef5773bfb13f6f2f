import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import type { Schemas } from '../../shared/api/platform-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { Outcome } from '../../shared/request-view.tsx';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/platform.ts';
import { requestLabels as labels } from '../../shared/texts/requests.ts';
import { count, duration } from '../../shared/times.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, PageHead } from '../../shared/ui/card.tsx';
import { FieldFaults } from '../../shared/ui/faults.tsx';
import { ChoiceField, TextField } from '../../shared/ui/field.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { Table } from '../../shared/ui/table.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { CsvOfAddress } from '../../shared/csv-of-all.tsx';
import { UserLink } from '../user-link.tsx';
import { requestsSearch } from '../search.ts';
import type { RequestsSearch } from '../search.ts';
import { ZoneNote } from '../zone-note.tsx';

const own = texts.requests;
const PAGE_ROWS = 50;
const route = getRouteApi('/requests');
type Row = Schemas['PlatformRequestList']['data'][number];

/** Calls of all users, by what the address says. */
export function RequestsPage(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { offset = 0, ...filters } = search;
  const list = useQuery({
    queryKey: ['requests', search],
    queryFn: () =>
      dataOf(
        platform.GET('/api/platform/requests', {
          params: { query: { mode: 'all', ...search, limit: PAGE_ROWS } },
        }),
      ),
  });
  const show = (next: RequestsSearch): void =>
    void navigate({ search: requestsSearch({ ...next }) });
  return (
    <>
      <PageHead
        title={labels.title}
        lead={own.lead}
        actions={<CsvOfAddress name="requests.csv" address={exportOf(filters)} />}
      />
      <FieldFaults error={list.error}>
        <Filters key={JSON.stringify(filters)} filters={filters} show={show} />
        <Loaded query={list}>
          {({ data, has_more: hasMore }) => (
            <>
              {data.length === 0 ? (
                <Empty title={labels.empty}>{labels.emptyText}</Empty>
              ) : (
                <Table
                  label={labels.title}
                  rows={data}
                  keyOf={(row) => row.public_id}
                  columns={COLUMNS}
                />
              )}
              <div className="mt-3 flex gap-2">
                {offset > 0 && <Button onClick={() => show(filters)}>{labels.newest}</Button>}
                {hasMore && (
                  <Button onClick={() => show({ ...filters, offset: offset + PAGE_ROWS })}>
                    {own.later}
                  </Button>
                )}
              </div>
            </>
          )}
        </Loaded>
      </FieldFaults>
      <ZoneNote money />
    </>
  );
}

/** An export is not narrowed to one request: one line is read better on the page. */
function exportOf({ request_id: _one, offset: _from, ...filters }: RequestsSearch): string {
  const query = new URLSearchParams({ mode: 'all', ...filters });
  return `/api/platform/exports/requests.csv?${query.toString()}`;
}

const COLUMNS: readonly Column<Row>[] = [
  {
    head: labels.when,
    cell: ({ public_id: id, created_at: at }) => (
      <Link to="/requests/$id" params={{ id }} className="text-accent underline">
        <Time at={at} />
      </Link>
    ),
  },
  {
    head: own.user,
    cell: (row) => <UserLink id={row.user_id} email={row.user_email} />,
  },
  {
    head: labels.key,
    cell: (row) => <bdi title={row.api_key_id}>{row.key_name ?? row.api_key_id}</bdi>,
  },
  {
    head: labels.model,
    cell: (row) => <bdi>{row.model ?? row.model_requested ?? common.none}</bdi>,
  },
  { head: labels.outcome, cell: (row) => <Outcome of={row} /> },
  {
    head: labels.input,
    isNumber: true,
    cell: ({ tokens }) => (tokens === null ? common.none : count(tokens.input)),
  },
  {
    head: labels.output,
    isNumber: true,
    cell: ({ tokens }) => (tokens === null ? common.none : count(tokens.output)),
  },
  { head: labels.latency, isNumber: true, cell: (row) => duration(row.latency_ms) },
  { head: labels.credits, isNumber: true, cell: ({ credits }) => <Money amount={credits} /> },
];

const FIELDS = [
  ['organization_id', own.owner],
  ['provider', own.provider],
  ['model', labels.model],
  ['status', labels.status],
  ['session_id', labels.session],
  ['request_id', common.requestId],
] as const;

function Filters({
  filters,
  show,
}: {
  filters: Omit<RequestsSearch, 'offset'>;
  show: (next: RequestsSearch) => void;
}): ReactElement {
  return (
    <form
      aria-label={labels.filter}
      className="mb-4 grid grid-cols-2 items-end gap-3 md:grid-cols-4"
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget);
        show(requestsSearch(Object.fromEntries(given)));
      }}
    >
      {FIELDS.map(([name, label]) => (
        <TextField key={name} label={label} name={name} defaultValue={filters[name] ?? ''} />
      ))}
      <ChoiceField
        label={labels.mode}
        name="mode"
        defaultValue={filters.mode ?? 'all'}
        choices={[
          { value: 'all', label: labels.any },
          { value: 'live', label: 'live' },
          { value: 'test', label: 'test' },
        ]}
      />
      <Button look="main" type="submit">
        {labels.apply}
      </Button>
    </form>
  );
}
