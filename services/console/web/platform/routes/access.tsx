import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import type { Schemas } from '../../shared/api/platform-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { common } from '../../shared/texts/common.ts';
import { administration } from '../../shared/texts/administration.ts';
import { duration } from '../../shared/times.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import type { Tone } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, PageHead } from '../../shared/ui/card.tsx';
import { FieldFaults } from '../../shared/ui/faults.tsx';
import { ChoiceField, TextField } from '../../shared/ui/field.tsx';
import { Table } from '../../shared/ui/table.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { accessSearch, DAY_CHOICES, DAYS_DEFAULT } from '../search.ts';
import type { AccessSearch } from '../search.ts';
import { Named, UserLink } from '../user-link.tsx';
import { ZoneNote } from '../zone-note.tsx';

const labels = administration.access;
const PAGE_ROWS = 50;
const BAD_REQUEST = 400;
const SERVER_ERROR = 500;
const route = getRouteApi('/access');
type Event = Schemas['AccessEventOut'];

function queryOf({ status, days = DAYS_DEFAULT, ...search }: AccessSearch) {
  const code = status === undefined ? {} : { status_code: Number(status) };
  return { ...search, ...code, days, limit: PAGE_ROWS };
}

/** Every answered request of the planes. */
export function AccessPage(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = queryOf(search);
  const events = useQuery({
    queryKey: ['access', query],
    queryFn: () => dataOf(platform.GET('/api/platform/access-events', { params: { query } })),
  });
  const show = (next: Record<string, unknown>): void =>
    void navigate({ search: accessSearch(next) });
  const { offset = 0, ...filters } = search;
  return (
    <>
      <PageHead title={labels.title} lead={labels.lead} />
      <FieldFaults error={events.error}>
        <Filters key={JSON.stringify(filters)} filters={filters} show={show} />
        <Loaded query={events}>
          {({ data, has_more: hasMore }) => (
            <>
              {data.length === 0 ? (
                <Empty title={labels.none}>{labels.noneText}</Empty>
              ) : (
                <Table label={labels.title} rows={data} keyOf={({ id }) => id} columns={COLUMNS} />
              )}
              <nav aria-label={common.more} className="mt-3 flex gap-2">
                {offset > 0 && <Button onClick={() => show(filters)}>{labels.first}</Button>}
                {hasMore && (
                  <Button onClick={() => show({ ...filters, offset: offset + PAGE_ROWS })}>
                    {labels.later}
                  </Button>
                )}
              </nav>
            </>
          )}
        </Loaded>
      </FieldFaults>
      <ZoneNote />
    </>
  );
}

interface FiltersProps {
  filters: AccessSearch;
  show: (next: Record<string, unknown>) => void;
}

function Filters({ filters, show }: FiltersProps): ReactElement {
  const [user, setUser] = useState(filters.organization_id ?? '');
  const [status, setStatus] = useState(filters.status ?? '');
  const [path, setPath] = useState(filters.path ?? '');
  const { days = DAYS_DEFAULT } = filters;
  return (
    <form
      className="my-4 grid grid-cols-2 items-end gap-3 xl:grid-cols-5"
      onSubmit={(event) => {
        event.preventDefault();
        show({ organization_id: user.trim(), status: status.trim(), path: path.trim(), days });
      }}
    >
      <TextField
        label={labels.user}
        name="organization_id"
        value={user}
        onChange={(event) => setUser(event.target.value)}
      />
      <TextField
        label={labels.status}
        name="status_code"
        inputMode="numeric"
        pattern="[1-5][0-9][0-9]"
        value={status}
        onChange={(event) => setStatus(event.target.value)}
      />
      <TextField
        label={labels.path}
        name="path"
        value={path}
        onChange={(event) => setPath(event.target.value)}
      />
      <ChoiceField
        label={labels.days}
        name="days"
        choices={DAY_CHOICES}
        value={String(days)}
        onChange={(event) => show({ ...filters, days: event.target.value })}
      />
      <Button type="submit">{labels.show}</Button>
    </form>
  );
}

const toneOf = (status: number): Tone => {
  if (status >= SERVER_ERROR) return 'bad';
  return status >= BAD_REQUEST ? 'warn' : 'good';
};

/** The user whom a request was about, and by which key or administrator it came. */
function Who({ of: { user_id: user, user_email: email, actor } }: { of: Event }): ReactElement {
  const isUser = actor.kind === 'user' && actor.id === user;
  return (
    <div className="min-w-32 text-xs">
      {user !== null && <UserLink id={user} email={email} />}
      {!isUser && (user === null || actor.id !== null) && (
        <Named id={actor.id ?? actor.kind} name={actor.label} />
      )}
    </div>
  );
}

const COLUMNS: readonly Column<Event>[] = [
  { head: labels.at, cell: ({ at }) => <Time at={at} /> },
  {
    head: labels.request,
    cell: ({ method, path, request_id: id }) => (
      <div className="max-w-[28rem] min-w-56 space-y-1 text-xs break-all">
        <code className="block">
          {method} <bdi>{path}</bdi>
        </code>
        <code className="block text-dim">{id}</code>
      </div>
    ),
  },
  {
    head: labels.result,
    cell: ({ status_code: status, error_code: code }) => (
      <>
        <Badge tone={toneOf(status)}>{status}</Badge> {code !== null && <code>{code}</code>}
      </>
    ),
  },
  {
    head: labels.who,
    cell: (event) => <Who of={event} />,
  },
  {
    head: labels.from,
    cell: ({ address, user_agent: agent }) => (
      <>
        <code>{address}</code>
        <bdi
          className="line-clamp-2 max-w-[16rem] min-w-36 text-xs text-dim"
          title={agent ?? undefined}
        >
          {agent ?? common.none}
        </bdi>
      </>
    ),
  },
  { head: labels.latency, isNumber: true, cell: (row) => duration(row.duration_ms) },
];
