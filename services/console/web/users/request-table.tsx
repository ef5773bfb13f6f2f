import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Schemas } from '../shared/api/users-client.ts';
import { Outcome } from '../shared/request-view.tsx';
import { common } from '../shared/texts/common.ts';
import { texts } from '../shared/texts/users.ts';
import { count, duration } from '../shared/times.ts';
import { Money } from '../shared/ui/money.tsx';
import { Table } from '../shared/ui/table.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';

const labels = texts.requests;

type RequestRow = Schemas['RequestOut'];

const COLUMNS: readonly Column<RequestRow>[] = [
  {
    head: labels.when,
    cell: ({ public_id, created_at }) => (
      <Link to="/requests/$id" params={{ id: public_id }} className="text-accent underline">
        <Time at={created_at} />
      </Link>
    ),
  },
  {
    head: labels.model,
    cell: ({ model, model_requested }) => (
      <bdi className="block max-w-80 min-w-32 break-words">
        {model_requested ?? model ?? common.none}
      </bdi>
    ),
  },
  { head: labels.outcome, cell: (row) => <Outcome of={row} /> },
  {
    head: labels.input,
    isNumber: true,
    cell: ({ tokens }) => (tokens === null ? common.none : count(tokens.input)),
  },
  {
    head: labels.output,
    isNumber: true,
    cell: ({ tokens }) => (tokens === null ? common.none : count(tokens.output)),
  },
  { head: labels.latency, isNumber: true, cell: ({ latency_ms }) => duration(latency_ms) },
  { head: labels.credits, isNumber: true, cell: ({ credits }) => <Money amount={credits} /> },
];

/** Requests, newest first. */
export function RequestTable({ rows }: { rows: readonly RequestRow[] }): ReactElement {
  return (
    <Table
      label={labels.title}
      columns={COLUMNS}
      rows={rows}
      keyOf={({ public_id }) => public_id}
    />
  );
}
