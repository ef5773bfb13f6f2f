import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { RequestOut } from '@tollgate/contract/request-records';
import { Outcome } from '../shared/request-view.tsx';
import { TagNote } from '../shared/tag-note.tsx';
import { common } from '../shared/texts/common.ts';
import { texts } from '../shared/texts/users.ts';
import { duration } from '../shared/times.ts';
import { TOKEN_COLUMNS } from '../shared/token-columns.tsx';
import { Money } from '../shared/ui/money.tsx';
import { Table } from '../shared/ui/table.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';

const labels = texts.requests;

type RequestRow = RequestOut;

/** The columns of a request in a list. */
export const REQUEST_COLUMNS: readonly Column<RequestRow>[] = [
  {
    head: labels.when,
    phone: 'time',
    cell: ({ public_id, created_at }) => (
      <Link to="/requests/$id" params={{ id: public_id }} className="text-accent underline">
        <Time at={created_at} />
      </Link>
    ),
  },
  {
    head: labels.model,
    phone: 'title',
    cell: ({ model, model_requested, tag }) => (
      <span className="block max-w-80 min-w-32 break-words">
        <bdi>{model_requested ?? model ?? common.none}</bdi>
        <TagNote tag={tag} />
      </span>
    ),
  },
  { head: labels.outcome, phone: 'note', cell: (row) => <Outcome of={row} /> },
  ...TOKEN_COLUMNS,
  { head: labels.latency, isNumber: true, cell: ({ latency_ms }) => duration(latency_ms) },
  {
    head: labels.credits,
    phone: 'value',
    isNumber: true,
    cell: ({ credits }) => <Money amount={credits} />,
  },
];

/** Requests, newest first. */
export function RequestTable({ rows }: { rows: readonly RequestRow[] }): ReactElement {
  return (
    <Table
      label={labels.title}
      columns={REQUEST_COLUMNS}
      rows={rows}
      keyOf={({ public_id }) => public_id}
    />
  );
}
