import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { users } from '../shared/api/users-client.ts';
import type { Schemas } from '../shared/api/users-client.ts';
import { Loaded } from '../shared/page-states.tsx';
import { common } from '../shared/texts/common.ts';
import { videos } from '../shared/texts/videos.ts';
import { texts } from '../shared/texts/users.ts';
import { Empty } from '../shared/ui/card.tsx';
import { Money } from '../shared/ui/money.tsx';
import { Table } from '../shared/ui/table.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';
import { VideoFile, VideoState } from './video-state.tsx';
import { KeyName } from './key-name.tsx';
import { OperationPages } from './operation-pages.tsx';

const labels = videos;
const PAGE_ROWS = 50;
/** Refresh interval in milliseconds while a video of the page is in progress. */
const LIVE_MS = 5_000;

/** Videos of the account, by what the address says. */
export function Videos(): ReactElement {
  const { kind: _videos, ...search } = useSearch({ from: '/operations' });
  const list = useQuery({
    queryKey: ['videos', search],
    queryFn: () =>
      dataOf(users.GET('/api/videos', { params: { query: { limit: PAGE_ROWS, ...search } } })),
    refetchInterval: ({ state }) =>
      state.data?.data.some((one) => one.finished_at === null) === true ? LIVE_MS : false,
  });
  return (
    <Loaded query={list}>
      {({ data, next_cursor }) =>
        data.length === 0 ? (
          <Empty title={labels.empty}>{labels.emptyText}</Empty>
        ) : (
          <>
            <Table label={labels.title} columns={COLUMNS} rows={data} keyOf={(row) => row.id} />
            <OperationPages next={next_cursor} />
          </>
        )
      }
    </Loaded>
  );
}

const COLUMNS: readonly Column<Schemas['VideoOut']>[] = [
  {
    head: texts.operations.accepted,
    cell: ({ id, created_at }) => (
      <Link to="/videos/$id" params={{ id }} className="text-accent underline">
        <Time at={created_at} />
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
