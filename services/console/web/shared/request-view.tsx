import type { ReactElement, ReactNode } from 'react';
import type { Schemas } from './api/users-client.ts';
import { Receipt } from './receipt-view.tsx';
import { common } from './texts/common.ts';
import { plainName } from './texts/names.ts';
import { requestLabels as labels } from './texts/requests.ts';
import { duration, longTime } from './times.ts';
import { Badge } from './ui/badge.tsx';
import { Card } from './ui/card.tsx';
import { Table } from './ui/table.tsx';

type Detail = Schemas['RequestDetail'];

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
  of: Pick<Detail, 'outcome' | 'status' | 'error_code'>;
}): ReactElement {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Badge tone={TONES[request.outcome]}>
        {request.status} {labels.outcomes[request.outcome]}
      </Badge>
      {request.error_code !== null && <code className="text-xs">{request.error_code}</code>}
    </span>
  );
}

/** A fact about a request: its name and what it is. */
export type Fact = readonly [string, ReactNode];

/** One request: how it ended, what it cost and why, and where its time went. @param more facts that one plane alone has */
export function RequestView({
  of: request,
  more,
}: {
  of: Detail;
  more: readonly Fact[];
}): ReactElement {
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Card title={labels.whatHappened}>
        <Facts of={request} more={more} />
      </Card>
      <Card title={labels.receipt}>
        <Receipt of={request} />
      </Card>
      <Card title={labels.timings}>
        <Timings of={request.timings} />
      </Card>
      <Card title={labels.attempts}>
        <Attempts of={request.attempts} />
      </Card>
    </div>
  );
}

function Facts({ of: request, more }: { of: Detail; more: readonly Fact[] }): ReactElement {
  const facts: readonly Fact[] = [
    [labels.outcome, <Outcome key="outcome" of={request} />],
    [labels.when, longTime(request.created_at)],
    ...more,
    [labels.endpoint, <code key="endpoint">{request.endpoint}</code>],
    [labels.requested, <bdi key="requested">{request.model_requested ?? common.none}</bdi>],
    [labels.served, <bdi key="served">{request.model ?? common.none}</bdi>],
    [common.requestId, <code key="id">{request.request_id}</code>],
    [labels.session, <bdi key="session">{request.session_id ?? common.none}</bdi>],
    [
      labels.form,
      request.async ? labels.forms.async : labels.forms[request.stream ? 'stream' : 'whole'],
    ],
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-dim">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Timings({ of: timings }: { of: Detail['timings'] }): ReactElement {
  const parts: readonly [string, number | null][] = [
    [labels.queue, timings.queue_ms],
    [labels.firstToken, timings.first_token_ms],
    [labels.provider, timings.upstream_ms],
    [labels.total, timings.total_ms],
  ];
  const longest = Math.max(1, timings.total_ms);
  return (
    <dl className="space-y-2 text-sm">
      {parts.map(([label, ms]) => (
        <div key={label} className="grid grid-cols-2">
          <dt className="text-dim">{label}</dt>
          <dd className="text-right tabular-nums">{duration(ms)}</dd>
          <dd className="col-span-2 mt-1">
            <svg
              aria-hidden="true"
              className="block h-1.5 w-full rounded bg-page"
              preserveAspectRatio="none"
              viewBox="0 0 100 1"
            >
              <rect width={((ms ?? 0) / longest) * 100} height="1" className="fill-accent" />
            </svg>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Attempts({ of: tries }: { of: Detail['attempts'] }): ReactElement {
  if (tries.length === 0) return <p className="text-sm text-dim">{labels.noAttempts}</p>;
  const rows = tries.map((one, place) => ({ ...one, place: place + 1 }));
  return (
    <Table
      label={labels.attempts}
      rows={rows}
      keyOf={({ place }) => String(place)}
      columns={[
        { head: '#', cell: ({ place }) => place },
        { head: labels.model, cell: ({ model }) => <bdi className="break-all">{model}</bdi> },
        {
          head: labels.ended,
          cell: ({ failure }) => (failure === null ? labels.answered : plainName(failure)),
        },
        { head: labels.after, isNumber: true, cell: ({ after_ms }) => duration(after_ms) },
        { head: labels.latency, isNumber: true, cell: ({ took_ms }) => duration(took_ms) },
      ]}
    />
  );
}
