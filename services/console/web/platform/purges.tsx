import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { RetentionPurgeOut } from '@tollgate/contract/platform/retention';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { List } from '../shared/list.tsx';
import { common } from '../shared/texts/common.ts';
import { administration } from '../shared/texts/administration.ts';
import { categoryName } from '../shared/texts/names.ts';
import { Badge } from '../shared/ui/badge.tsx';
import type { Tone } from '../shared/ui/badge.tsx';
import { Card } from '../shared/ui/card.tsx';
import { Id } from '../shared/ui/copy.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';
import { LIVE_MS } from './queries.ts';

const labels = administration.retention;
const ROWS_MAX = 20;
/** Refresh interval of a purge in progress, in milliseconds. */
const POLL_MS = 2_000;
const TONES: Readonly<Record<Purge['status'], Tone>> = {
  queued: 'plain',
  running: 'warn',
  done: 'good',
  failed: 'bad',
};
type Purge = RetentionPurgeOut;

/** The latest purges, with the progress of those that are running. */
export function Purges(): ReactElement {
  const query = { limit: ROWS_MAX };
  const purges = useQuery({
    queryKey: ['purges'],
    queryFn: () => dataOf(platform.GET('/api/platform/retention-purge', { params: { query } })),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ status }) => status === 'queued' || status === 'running') === true
        ? POLL_MS
        : LIVE_MS,
  });
  return (
    <Card title={labels.purges}>
      <List
        label={labels.purges}
        query={purges}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={labels.noPurges}
      />
    </Card>
  );
}

const COLUMNS: readonly Column<Purge>[] = [
  { head: labels.id, cell: ({ id }) => <Id value={id} /> },
  {
    head: labels.status,
    sort: ({ status }) => status,
    cell: ({ status }) => <Badge tone={TONES[status]}>{labels.statuses[status]}</Badge>,
  },
  { head: labels.origin, cell: ({ origin }) => labels.origins[origin] },
  { head: labels.progress, cell: (row) => <Progress purge={row} /> },
  {
    head: labels.created,
    sort: (row) => row.created_at,
    cell: (row) => <Time at={row.created_at} />,
  },
  {
    head: labels.finished,
    cell: ({ finished_at: at }) => (at === null ? common.none : <Time at={at} />),
  },
  { head: labels.failure, cell: ({ failure }) => failure ?? common.none },
];

function Progress({ purge }: { purge: Purge }): ReactElement {
  return (
    <ul className="space-y-1 text-xs">
      {purge.categories.map(({ category, rows_purged: done, rows_expected: all }) => (
        <li key={category}>
          {categoryName(category)}: {all === null ? done : labels.of(done, all)}
        </li>
      ))}
    </ul>
  );
}
