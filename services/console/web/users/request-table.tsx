import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Schemas } from '../shared/api/users-client.ts';
import { common } from '../shared/texts/common.ts';
import { texts } from '../shared/texts/users.ts';
import { count, duration } from '../shared/times.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Money } from '../shared/ui/money.tsx';
import { Table } from '../shared/ui/table.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';

const words = texts.requests;

/** One request in a list. */
export type RequestRow = Schemas['RequestOut'];

const TONES = {
  served: 'good',
  replayed: 'good',
  partial: 'warn',
  client_gone: 'warn',
  failed: 'bad',
  refused: 'bad',
} as const;

/** How a request ended. */
export function Outcome({
  of: request,
}: {
  of: Pick<RequestRow, 'outcome' | 'status' | 'error_code'>;
}): ReactElement {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Badge tone={TONES[request.outcome]}>
        {request.status} {words.outcomes[request.outcome]}
      </Badge>
      {request.error_code !== null && <code className="text-xs">{request.error_code}</code>}
    </span>
  );
}

const COLUMNS: readonly Column<RequestRow>[] = [
  {
    head: words.when,
    cell: ({ public_id, created_at }) => (
      <Link to="/requests/$id" params={{ id: public_id }} className="text-accent underline">
        <Time at={created_at} />
      </Link>
    ),
  },
  {
    head: words.model,
    cell: ({ model, model_requested }) => (
      <bdi className="block max-w-80 min-w-32 break-words">
        {model_requested ?? model ?? common.none}
      </bdi>
    ),
  },
  { head: words.outcome, cell: (row) => <Outcome of={row} /> },
  {
    head: words.input,
    isNumber: true,
    cell: ({ tokens }) => (tokens === null ? common.none : count(tokens.input)),
  },
  {
    head: words.output,
    isNumber: true,
    cell: ({ tokens }) => (tokens === null ? common.none : count(tokens.output)),
  },
  { head: words.took, isNumber: true, cell: ({ latency_ms }) => duration(latency_ms) },
  { head: words.credits, isNumber: true, cell: ({ credits }) => <Money amount={credits} /> },
];

/** Requests, newest first. */
export function RequestTable({ rows }: { rows: readonly RequestRow[] }): ReactElement {
  return (
    <Table label={words.title} columns={COLUMNS} rows={rows} keyOf={({ public_id }) => public_id} />
  );
}
