import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { VideoOut } from '@tollgate/contract/user-videos';
import { dataOf } from '../shared/api/data-of.ts';
import { users } from '../shared/api/users-client.ts';
import { LIVE_MS } from '../shared/live.ts';
import { byCursor, List, PAGE_ROWS } from '../shared/list.tsx';
import { common } from '../shared/texts/common.ts';
import { videos } from '../shared/texts/videos.ts';
import { texts } from '../shared/texts/users.ts';
import { Money } from '../shared/ui/money.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';
import { VideoFile, VideoState } from './video-state.tsx';
import { SmallPoster } from './video-poster.tsx';
import { KeyName } from './key-name.tsx';

const labels = videos;

/** Videos of the account, by what the address says. */
export function Videos({ show }: { show: (next: Record<string, unknown>) => void }): ReactElement {
  const { kind: _videos, ...search } = useSearch({ from: '/operations' });
  const list = useQuery({
    queryKey: ['videos', search],
    queryFn: () =>
      dataOf(users.GET('/api/videos', { params: { query: { limit: PAGE_ROWS, ...search } } })),
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

const COLUMNS: readonly Column<VideoOut>[] = [
  {
    head: texts.operations.accepted,
    cell: (row) => (
      <Link to="/videos/$id" params={{ id: row.id }} className="text-accent underline">
        <SmallPoster of={row} />
        <Time at={row.created_at} />
      </Link>
    ),
  },
  { head: texts.operations.state, cell: (row) => <VideoState of={row} /> },
  {
    head: texts.requests.model,
    cell: ({ model }) => <bdi className="block max-w-80 min-w-32 break-words">{model}</bdi>,
  },
  {
    head: labels.requested,
    cell: ({ seconds, resolution }) => labels.terms(seconds, resolution),
  },
  { head: texts.requests.key, cell: ({ api_key_id }) => <KeyName id={api_key_id} /> },
  {
    head: labels.held,
    isNumber: true,
    cell: ({ held }) => (held === null ? common.none : <Money amount={held} />),
  },
  {
    head: labels.spent,
    isNumber: true,
    cell: ({ charged }) => (charged === null ? common.none : <Money amount={charged} />),
  },
  { head: labels.file, cell: (row) => <VideoFile of={row} /> },
];
