import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { PlatformRequestList } from '@tollgate/contract/platform/analytics';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { CsvOfAddress } from '../../shared/csv-of-all.tsx';
import { Filters } from '../../shared/filters.tsx';
import type { Filter } from '../../shared/filters.tsx';
import { live } from '../../shared/live.ts';
import { byOffset, ListPage, PAGE_ROWS } from '../../shared/list.tsx';
import { RECORD_FILTERS, recordQuery, SPAN_FILTER } from '../../shared/request-filters.ts';
import { Outcome } from '../../shared/request-view.tsx';
import { TagNote } from '../../shared/tag-note.tsx';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/platform.ts';
import { requestLabels as labels } from '../../shared/texts/requests.ts';
import { duration } from '../../shared/times.ts';
import { TOKEN_COLUMNS } from '../../shared/token-columns.tsx';
import { Money } from '../../shared/ui/money.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { ModelLink } from '../model-link.tsx';
import { aliasNames, modelNames, providerNames, userNames } from '../suggestions.ts';
import { UserLink } from '../user-link.tsx';
import { requestsSearch } from '../search.ts';
import type { RequestsSearch } from '../search.ts';
import { ZoneNote } from '../zone-note.tsx';

const own = texts.requests;
const route = getRouteApi('/requests');
type Row = PlatformRequestList['data'][number];

const FILTERS: readonly Filter[] = [
  SPAN_FILTER,
  { name: 'organization_id', label: own.owner, suggest: userNames },
  { name: 'model', label: labels.model, suggest: modelNames },
  { name: 'status', label: labels.status, placeholder: labels.statusHint },
  ...RECORD_FILTERS,
  { name: 'provider', label: own.provider, suggest: providerNames, isFurther: true },
  { name: 'alias', label: labels.alias, suggest: aliasNames, isFurther: true },
  { name: 'api_key_id', label: labels.keyId, isFurther: true },
  {
    name: 'mode',
    label: labels.mode,
    initial: 'all',
    choices: [
      { value: 'all', label: labels.any },
      { value: 'live', label: 'live' },
      { value: 'test', label: 'test' },
    ],
    isFurther: true,
  },
];

/** Calls of all users, by what the address says. */
export function RequestsPage(): ReactElement {
  // Routers hand on what no page knows; the API would take it for a filter.
  const search = requestsSearch({ ...route.useSearch() });
  const navigate = route.useNavigate();
  const { offset, ...values } = search;
  const show = (next: Record<string, unknown>): void =>
    void navigate({ search: requestsSearch(next) });
  return (
    <ListPage
      title={labels.title}
      lead={own.lead}
      actions={<CsvOfAddress name="requests.csv" address={exportOf(search)} />}
      query={{
        queryKey: ['requests', search],
        queryFn: () => {
          const query = { mode: 'all', ...recordQuery(search), limit: PAGE_ROWS } as const;
          return dataOf(platform.GET('/api/platform/requests', { params: { query } }));
        },
        refetchInterval: offset === undefined ? live : false,
      }}
      filters={<Filters filters={FILTERS} values={values} show={show} />}
      columns={COLUMNS}
      keyOf={(row) => row.public_id}
      empty={labels.empty}
      emptyText={labels.emptyText}
      pages={byOffset({ ...search }, show)}
      hasView
      live={offset === undefined ? JSON.stringify(search) : undefined}
    >
      <ZoneNote money />
    </ListPage>
  );
}

function Model({ of: { model, model_requested: asked } }: { of: Row }): ReactElement {
  if (model !== null) return <ModelLink id={model} />;
  return <bdi>{asked ?? common.none}</bdi>;
}

/** An export is not narrowed to one request: one line is read better on the page. */
function exportOf({ request_id: _one, offset: _from, ...filters }: RequestsSearch): string {
  const asked = { mode: 'all', ...recordQuery(filters) };
  const query = new URLSearchParams(
    Object.entries(asked).map(([name, value]) => [name, String(value)]),
  );
  return `/api/platform/exports/requests.csv?${query.toString()}`;
}

const COLUMNS: readonly Column<Row>[] = [
  {
    head: labels.when,
    phone: 'time',
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
    cell: (row) => (
      <Link
        to="/users/$userId"
        params={{ userId: row.user_id }}
        hash="keys"
        title={row.api_key_id}
        className="text-accent underline"
      >
        <bdi>{row.key_name ?? row.api_key_id}</bdi>
      </Link>
    ),
  },
  {
    head: labels.model,
    phone: 'title',
    cell: (row) => (
      <>
        <Model of={row} />
        <TagNote tag={row.tag} />
      </>
    ),
  },
  { head: labels.outcome, phone: 'note', cell: (row) => <Outcome of={row} /> },
  ...TOKEN_COLUMNS,
  { head: labels.latency, isNumber: true, cell: (row) => duration(row.latency_ms) },
  {
    head: labels.credits,
    phone: 'value',
    isNumber: true,
    cell: ({ credits }) => <Money amount={credits} />,
  },
];
