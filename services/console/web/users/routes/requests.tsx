import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import type { Schemas } from '../../shared/api/users-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/users.ts';
import { zone } from '../../shared/times.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, PageHead } from '../../shared/ui/card.tsx';
import { FieldFaults } from '../../shared/ui/faults.tsx';
import { ChoiceField, TextField } from '../../shared/ui/field.tsx';
import { CsvOfAll } from '../../shared/csv-of-all.tsx';
import { keysQuery } from '../queries.ts';
import { RequestTable } from '../request-table.tsx';
import type { RequestSearch } from '../search.ts';

const labels = texts.requests;
const PAGE_ROWS = 50;

/** Requests of the account, by what the address says. */
export function RequestsPage(): ReactElement {
  const search = useSearch({ from: '/requests' });
  const { key, ...filter } = search;
  const list = useQuery({
    queryKey: ['requests', search],
    queryFn: () =>
      dataOf(
        users.GET('/api/requests', {
          params: {
            query: {
              limit: PAGE_ROWS,
              ...filter,
              ...(key === undefined ? {} : { api_key_id: key }),
            },
          },
        }),
      ),
  });
  return (
    <>
      <PageHead
        title={labels.title}
        lead={`${labels.lead} ${common.times(zone())} ${common.amounts}`}
        actions={<Csv search={search} />}
      />
      <FieldFaults error={list.error}>
        <Filter search={search} />
        <Loaded query={list}>
          {({ data, next_cursor }) =>
            data.length === 0 ? (
              <Empty title={labels.empty}>{labels.emptyText}</Empty>
            ) : (
              <>
                <RequestTable rows={data} />
                <Pages search={search} next={next_cursor} />
              </>
            )
          }
        </Loaded>
      </FieldFaults>
    </>
  );
}

interface PagesProps {
  search: RequestSearch;
  next: string | null;
}

/** Links to newer and older requests. */
function Pages({ search, next }: PagesProps): ReactElement {
  return (
    <p className="mt-3 flex gap-4 text-sm">
      {search.cursor !== undefined && (
        <Link
          to="/requests"
          search={{ ...search, cursor: undefined }}
          className="text-accent underline"
        >
          {labels.newest}
        </Link>
      )}
      {next !== null && (
        <Link to="/requests" search={{ ...search, cursor: next }} className="text-accent underline">
          {labels.older}
        </Link>
      )}
    </p>
  );
}

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
] as const satisfies readonly (keyof Schemas['RequestOut'])[];
/** Rows of one request for a file. */
const CSV_ROWS = 200;

function Csv({
  search: { key, cursor: _from, ...filter },
}: {
  search: RequestSearch;
}): ReactElement {
  return (
    <CsvOfAll
      name="requests.csv"
      head={[...CSV_COLUMNS, 'input_tokens', 'output_tokens']}
      page={async (cursor, signal) => {
        const query = {
          ...filter,
          ...(key === undefined ? {} : { api_key_id: key }),
          ...(cursor === undefined ? {} : { cursor }),
          limit: CSV_ROWS,
        };
        const { data, next_cursor: next } = await dataOf(
          users.GET('/api/requests', { params: { query }, signal }),
        );
        const lines = data.map(({ tokens, ...row }) => [
          ...CSV_COLUMNS.map((name) => row[name] ?? ''),
          tokens?.input ?? '',
          tokens?.output ?? '',
        ]);
        return { lines, next };
      }}
    />
  );
}

const FIELDS = ['key', 'mode', 'status', 'model', 'request_id', 'session_id'] as const;

/** What a filled in form looks for. */
function searchIn(form: FormData): RequestSearch {
  const given = FIELDS.flatMap((name) => {
    const value = form.get(name);
    return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [];
  });
  return Object.fromEntries(given) as RequestSearch;
}

function Filter({ search }: { search: RequestSearch }): ReactElement {
  const navigate = useNavigate();
  const keys = useQuery(keysQuery);
  return (
    <form
      key={JSON.stringify(search)}
      aria-label={labels.filter}
      className="mb-4 grid grid-cols-2 items-end gap-3 md:grid-cols-4 xl:grid-cols-7"
      onSubmit={(event) => {
        event.preventDefault();
        const chosen = searchIn(new FormData(event.currentTarget));
        void navigate({ to: '/requests', search: chosen });
      }}
    >
      <ChoiceField
        label={labels.key}
        name="key"
        defaultValue={search.key ?? ''}
        choices={[
          { value: '', label: labels.any },
          ...(keys.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <ChoiceField
        label={labels.mode}
        name="mode"
        defaultValue={search.mode ?? ''}
        choices={[
          { value: '', label: labels.any },
          { value: 'live', label: texts.keys.modes.live },
          { value: 'test', label: texts.keys.modes.test },
        ]}
      />
      <TextField
        label={labels.status}
        name="status"
        placeholder={labels.statusHint}
        defaultValue={search.status ?? ''}
      />
      <TextField label={labels.model} name="model" defaultValue={search.model ?? ''} />
      <TextField
        label={common.requestId}
        name="request_id"
        defaultValue={search.request_id ?? ''}
      />
      <TextField label={labels.session} name="session_id" defaultValue={search.session_id ?? ''} />
      <span className="flex gap-2">
        <Button look="main" type="submit">
          {labels.apply}
        </Button>
        <Link to="/requests" search={{}} className="self-center text-sm text-accent underline">
          {common.reset}
        </Link>
      </span>
    </form>
  );
}
