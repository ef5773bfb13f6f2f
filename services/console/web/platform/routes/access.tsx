import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { AccessEventOut } from '@tollgate/contract/platform/access';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { Filters } from '../../shared/filters.tsx';
import type { Filter } from '../../shared/filters.tsx';
import { byOffset, ListPage, PAGE_ROWS } from '../../shared/list.tsx';
import { common } from '../../shared/texts/common.ts';
import { administration } from '../../shared/texts/administration.ts';
import { readableAgent } from '../../shared/user-agent.ts';
import { duration } from '../../shared/times.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import type { Tone } from '../../shared/ui/badge.tsx';
import { Id } from '../../shared/ui/copy.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { ACCESS_METHODS, accessSearch, DAY_CHOICES, DAYS_DEFAULT } from '../search.ts';
import type { AccessSearch } from '../search.ts';
import { Named, UserLink } from '../user-link.tsx';
import { ZoneNote } from '../zone-note.tsx';

const labels = administration.access;
const BAD_REQUEST = 400;
const SERVER_ERROR = 500;
const route = getRouteApi('/access');
type Event = AccessEventOut;

const FILTERS: readonly Filter[] = [
  { name: 'organization_id', label: labels.user },
  {
    name: 'status',
    field: 'status_code',
    label: labels.status,
    inputMode: 'numeric',
    pattern: '[1-5][0-9][0-9]',
  },
  { name: 'path', label: labels.path },
  {
    name: 'method',
    label: labels.method,
    choices: [
      { value: '', label: labels.methods.any },
      ...ACCESS_METHODS.map((value) => ({ value, label: labels.methods[value] })),
    ],
  },
  { name: 'days', label: labels.days, choices: DAY_CHOICES, initial: String(DAYS_DEFAULT) },
];

function queryOf({ status, days = DAYS_DEFAULT, ...search }: AccessSearch) {
  const code = status === undefined ? {} : { status_code: Number(status) };
  return { ...search, ...code, days, limit: PAGE_ROWS };
}

/** Every answered request to the two interfaces. */
export function AccessPage(): ReactElement {
  // Routers hand on what no page knows; the API would take it for a filter.
  const search = accessSearch({ ...route.useSearch() });
  const navigate = route.useNavigate();
  const query = queryOf(search);
  const show = (next: Record<string, unknown>): void =>
    void navigate({ search: accessSearch(next) });
  const { offset: _page, ...values } = search;
  return (
    <ListPage
      title={labels.title}
      lead={labels.lead}
      query={{
        queryKey: ['access', query],
        queryFn: () => dataOf(platform.GET('/api/platform/access-events', { params: { query } })),
      }}
      filters={<Filters filters={FILTERS} values={values} show={show} />}
      hasView
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={labels.none}
      emptyText={labels.noneText}
      pages={byOffset({ ...search }, show)}
    >
      <ZoneNote />
    </ListPage>
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
  { head: labels.at, phone: 'time', cell: ({ at }) => <Time at={at} exact /> },
  {
    head: labels.request,
    phone: 'title',
    cell: ({ method, path, request_id: id }) => (
      <div className="max-w-[28rem] min-w-56 space-y-1 text-xs break-all">
        <code className="block">
          {method} <bdi>{path}</bdi>
        </code>
        <Id value={id} />
      </div>
    ),
  },
  {
    head: labels.result,
    phone: 'value',
    cell: ({ status_code: status, error_code: code }) => (
      <>
        <Badge tone={toneOf(status)}>{status}</Badge> {code !== null && <code>{code}</code>}
      </>
    ),
  },
  {
    head: labels.who,
    phone: 'note',
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
          {agent === null ? common.none : readableAgent(agent)}
        </bdi>
      </>
    ),
  },
  { head: labels.latency, isNumber: true, cell: (row) => duration(row.duration_ms) },
];
