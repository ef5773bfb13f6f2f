import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { ApiKeyOut } from '@tollgate/contract/keys';
import type { RequestOut } from '@tollgate/contract/request-records';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import { CsvOfAll } from '../../shared/csv-of-all.tsx';
import { Filters } from '../../shared/filters.tsx';
import type { Filter } from '../../shared/filters.tsx';
import { live } from '../../shared/live.ts';
import { byCursor, ListPage, PAGE_ROWS } from '../../shared/list.tsx';
import { RECORD_FILTERS, recordQuery, SPAN_FILTER } from '../../shared/request-filters.ts';
import type { Suggest } from '../../shared/suggest-field.tsx';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/users.ts';
import { zone } from '../../shared/times.ts';
import { keysQuery } from '../queries.ts';
import { REQUEST_COLUMNS } from '../request-table.tsx';
import { readRequestSearch } from '../search.ts';
import type { RequestSearch } from '../search.ts';

const labels = texts.requests;

const modelNames: Suggest = {
  of: 'models',
  find: async () => (await dataOf(users.GET('/api/models'))).map(({ model }) => model),
};
const aliasNames: Suggest = {
  of: 'aliases',
  find: async () => {
    const all = await dataOf(users.GET('/api/models'));
    return all.filter(({ kind }) => kind === 'alias').map(({ model }) => model);
  },
};

/** What can be asked for; the names of keys are known a moment later. */
const filtersOf = (keys: readonly ApiKeyOut[]): Filter[] => [
  SPAN_FILTER,
  {
    name: 'key',
    field: 'api_key_id',
    label: labels.key,
    choices: [
      { value: '', label: labels.any },
      ...keys.map(({ id, name }) => ({ value: id, label: name })),
    ],
  },
  { name: 'model', label: labels.model, suggest: modelNames },
  { name: 'status', label: labels.status, placeholder: labels.statusHint },
  ...RECORD_FILTERS,
  { name: 'alias', label: labels.alias, suggest: aliasNames, isFurther: true },
  {
    name: 'mode',
    label: labels.mode,
    choices: [
      { value: '', label: labels.any },
      { value: 'live', label: texts.keys.modes.live },
      { value: 'test', label: texts.keys.modes.test },
    ],
    isFurther: true,
  },
];

/** Requests of the account, by what the address says. */
export function RequestsPage(): ReactElement {
  // Routers hand on what no page knows; the API would take it for a filter.
  const search = readRequestSearch({ ...useSearch({ from: '/requests' }) });
  const navigate = useNavigate();
  const keys = useQuery(keysQuery);
  const { cursor, ...values } = search;
  const show = (next: Record<string, unknown>): void =>
    void navigate({ to: '/requests', search: readRequestSearch(next) });
  return (
    <ListPage
      title={labels.title}
      lead={`${labels.lead} ${common.times(zone())} ${common.amounts}`}
      actions={<Csv search={values} />}
      query={{
        queryKey: ['requests', search],
        queryFn: () => {
          const query = { limit: PAGE_ROWS, ...queryOf(search) };
          return dataOf(users.GET('/api/requests', { params: { query } }));
        },
        refetchInterval: cursor === undefined ? live : false,
      }}
      filters={<Filters filters={filtersOf(keys.data ?? [])} values={values} show={show} />}
      columns={REQUEST_COLUMNS}
      keyOf={(row) => row.public_id}
      empty={labels.empty}
      emptyText={labels.emptyText}
      pages={byCursor({ ...search }, show)}
      hasView
      live={cursor === undefined ? JSON.stringify(search) : undefined}
    />
  );
}

const queryOf = ({ key, ...search }: RequestSearch) => ({
  ...recordQuery(search),
  ...(key === undefined ? {} : { api_key_id: key }),
});

const CSV_COLUMNS = [
  'public_id',
  'request_id',
  'created_at',
  'api_key_id',
  'mode',
  'endpoint',
  'model_requested',
  'model',
  'status',
  'outcome',
  'error_code',
  'credits',
  'latency_ms',
  'session_id',
  'tag',
] as const satisfies readonly (keyof RequestOut)[];
/** The columns of tokens, as every other table has them. */
const TOKEN_FIELDS = {
  input_tokens: 'input',
  cache_read_tokens: 'cache_read',
  cache_write_tokens: 'cache_write',
  output_tokens: 'output',
  reasoning_tokens: 'reasoning',
} as const;
/** Rows of one request for a file. */
const CSV_ROWS = 200;

function Csv({ search }: { search: RequestSearch }): ReactElement {
  return (
    <CsvOfAll
      name="requests.csv"
      head={[...CSV_COLUMNS, ...Object.keys(TOKEN_FIELDS)]}
      page={async (cursor, signal) => {
        const query = { ...queryOf({ ...search, cursor }), limit: CSV_ROWS };
        const {
          data,
          next_cursor: next,
          archived,
        } = await dataOf(users.GET('/api/requests', { params: { query }, signal }));
        const lines = data.map(({ tokens, ...row }) => [
          ...CSV_COLUMNS.map((name) => row[name] ?? ''),
          ...Object.values(TOKEN_FIELDS).map((field) => tokens?.[field] ?? ''),
        ]);
        return { lines, next, archived };
      }}
    />
  );
}
