import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { OperationOut } from '@tollgate/contract/operations';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import { Filters } from '../../shared/filters.tsx';
import { LIVE_MS } from '../../shared/live.ts';
import { byCursor, List, PAGE_ROWS } from '../../shared/list.tsx';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/users.ts';
import { zone } from '../../shared/times.ts';
import { PageHead } from '../../shared/ui/card.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { Batches } from '../batch-list.tsx';
import { KeyName } from '../key-name.tsx';
import { Videos } from '../video-list.tsx';
import { OperationState } from '../operation-state.tsx';
import { readOperationSearch } from '../search.ts';

const labels = texts.operations;
type Operation = OperationOut;

/** Lists asynchronous calls, videos or batches, by the filters in the address. */
export function OperationsPage(): ReactElement {
  const { kind, state } = useSearch({ from: '/operations' });
  const navigate = useNavigate();
  const show = (next: Record<string, unknown>): void =>
    void navigate({ to: '/operations', search: readOperationSearch({ ...next, kind }) });
  return (
    <>
      <PageHead title={labels.title} lead={`${labels.lead} ${common.times(zone())}`} />
      <Kinds />
      <Filters filters={FILTERS} values={{ state }} show={show} />
      <Kind show={show} />
    </>
  );
}

const FILTERS = [
  {
    name: 'state',
    label: labels.state,
    choices: [
      { value: '', label: texts.requests.any },
      { value: 'open', label: labels.open },
      { value: 'ended', label: labels.over },
    ],
  },
];

const KINDS = { calls: Calls, videos: Videos, batches: Batches };

function Kind({ show }: { show: (next: Record<string, unknown>) => void }): ReactElement {
  const { kind = 'calls' } = useSearch({ from: '/operations' });
  const Shown = KINDS[kind];
  return <Shown show={show} />;
}

function Kinds(): ReactElement {
  const { kind, state, cursor } = useSearch({ from: '/operations' });
  return (
    <nav aria-label={labels.kinds} className="mb-4 flex gap-4 border-b border-line text-sm">
      {([undefined, 'videos', 'batches'] as const).map((one) => (
        <Link
          key={one ?? 'calls'}
          to="/operations"
          search={{ kind: one, state, ...(one === kind ? { cursor } : {}) }}
          activeOptions={{ exact: true, includeSearch: true }}
          className={`-mb-px border-b-2 px-1 py-2 ${one === kind ? 'border-accent text-ink' : 'border-transparent text-dim'}`}
        >
          {labels.kindNames[one ?? 'calls']}
        </Link>
      ))}
    </nav>
  );
}

function Calls({ show }: { show: (next: Record<string, unknown>) => void }): ReactElement {
  const { kind: _calls, ...search } = useSearch({ from: '/operations' });
  const list = useQuery({
    queryKey: ['operations', search],
    queryFn: () =>
      dataOf(users.GET('/api/operations', { params: { query: { limit: PAGE_ROWS, ...search } } })),
    refetchInterval: ({ state }) =>
      state.data?.data.some((one) => one.finished_at === null) === true ? LIVE_MS : false,
  });
  return (
    <List
      label={labels.title}
      query={list}
      columns={COLUMNS}
      keyOf={(row) => row.id}
      empty={labels.empty}
      emptyText={labels.emptyText}
      pages={byCursor(search, show)}
    />
  );
}

const COLUMNS: readonly Column<Operation>[] = [
  {
    head: labels.accepted,
    cell: ({ id, created_at }) => (
      <Link to="/operations/$id" params={{ id }} className="text-accent underline">
        <Time at={created_at} />
      </Link>
    ),
  },
  { head: labels.state, cell: (row) => <OperationState of={row} /> },
  { head: texts.requests.endpoint, cell: ({ endpoint }) => <code>{endpoint}</code> },
  { head: texts.requests.key, cell: ({ api_key_id }) => <KeyName id={api_key_id} /> },
  {
    head: labels.ended,
    cell: ({ finished_at }) => (finished_at === null ? common.none : <Time at={finished_at} />),
  },
  {
    head: labels.keptUntil,
    cell: ({ answer_kept, expires_at, finished_at }) => {
      if (answer_kept) return <Time at={expires_at} />;
      return finished_at === null ? common.none : labels.gone;
    },
  },
];
