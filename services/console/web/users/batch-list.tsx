import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { UserBatch } from '@tollgate/contract/user-batches';
import { dataOf } from '../shared/api/data-of.ts';
import { users } from '../shared/api/users-client.ts';
import { LIVE_MS } from '../shared/live.ts';
import { byCursor, List, PAGE_ROWS } from '../shared/list.tsx';
import { batches } from '../shared/texts/batches.ts';
import { common } from '../shared/texts/common.ts';
import { texts } from '../shared/texts/users.ts';
import { Money } from '../shared/ui/money.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';
import { BatchLines, BatchState } from './batch-state.tsx';
import { KeyName } from './key-name.tsx';

const labels = batches;

/** Batches of the account, by what the address says. */
export function Batches({ show }: { show: (next: Record<string, unknown>) => void }): ReactElement {
  const { kind: _batches, ...search } = useSearch({ from: '/operations' });
  const list = useQuery({
    queryKey: ['batches', search],
    queryFn: () =>
      dataOf(users.GET('/api/batches', { params: { query: { limit: PAGE_ROWS, ...search } } })),
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

const COLUMNS: readonly Column<UserBatch>[] = [
  {
    head: texts.operations.accepted,
    cell: ({ id, created_at }) => (
      <Link to="/batches/$id" params={{ id }} className="text-accent underline">
        <Time at={created_at} />
      </Link>
    ),
  },
  { head: texts.operations.state, cell: (row) => <BatchState of={row} /> },
  { head: labels.lines, cell: (row) => <BatchLines of={row} /> },
  { head: texts.requests.endpoint, cell: ({ endpoint }) => <code>{endpoint}</code> },
  {
    head: texts.requests.model,
    cell: ({ model }) => (
      <bdi className="block max-w-80 min-w-32 break-words">{model ?? labels.several}</bdi>
    ),
  },
  { head: texts.requests.key, cell: ({ api_key_id }) => <KeyName id={api_key_id} /> },
  { head: labels.spent, isNumber: true, cell: ({ charged }) => <Money amount={charged} /> },
  {
    head: texts.operations.ended,
    cell: ({ finished_at }) => (finished_at === null ? common.none : <Time at={finished_at} />),
  },
];
