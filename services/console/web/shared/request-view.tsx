import type { ReactElement, ReactNode } from 'react';
import type { RequestDetail } from '@tollgate/contract/request-records';
import { Receipt } from './receipt-view.tsx';
import { common } from './texts/common.ts';
import { plainName } from './texts/names.ts';
import { requestLabels as labels } from './texts/requests.ts';
import { count, duration, longTime } from './times.ts';
import { Badge } from './ui/badge.tsx';
import { Card } from './ui/card.tsx';
import { Id } from './ui/copy.tsx';
import { Facts } from './ui/facts.tsx';
import { Table } from './ui/table.tsx';

type Detail = RequestDetail;

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

type ModelLink = (id: string) => ReactNode;

/** A fact about a request: its name and what it is. */
export type Fact = readonly [string, ReactNode];

/**
 * One request: how it ended, what it cost and why, and where its time went.
 * @param more facts that one plane alone has
 * @param model links to a model, as the plane has a page for it
 */
export function RequestView({
  of: request,
  more,
  model,
}: {
  of: Detail;
  more: readonly Fact[];
  model: ModelLink;
}): ReactElement {
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Card title={labels.whatHappened}>
        <Happened of={request} more={more} model={model} />
      </Card>
      <Card title={labels.receipt}>
        <Receipt of={request} />
      </Card>
      <Card title={labels.timings}>
        <Timings of={request.timings} />
      </Card>
      <Card title={labels.attempts}>
        <Attempts of={request.attempts} model={model} />
        {request.routing !== null && <Routing of={request.routing} model={model} />}
      </Card>
    </div>
  );
}

interface HappenedProps {
  of: Detail;
  more: readonly Fact[];
  model: ModelLink;
}

function Happened({ of: request, more, model }: HappenedProps): ReactElement {
  const facts: readonly Fact[] = [
    [labels.outcome, <Outcome key="outcome" of={request} />],
    [labels.when, longTime(request.created_at)],
    ...more,
    [labels.endpoint, <code key="endpoint">{request.endpoint}</code>],
    [labels.requested, <bdi key="requested">{request.model_requested ?? common.none}</bdi>],
    [labels.served, request.model === null ? common.none : model(request.model)],
    [common.requestId, <Id key="id" value={request.request_id} />],
    [labels.session, <bdi key="session">{request.session_id ?? common.none}</bdi>],
    [
      labels.form,
      request.async ? labels.forms.async : labels.forms[request.stream ? 'stream' : 'whole'],
    ],
  ];
  return <Facts facts={facts} />;
}

interface RoutingProps {
  of: NonNullable<Detail['routing']>;
  model: ModelLink;
}

/** How an alias put its targets in order, and which of them had no turn. */
function Routing({ of: { strategy, targets }, model: link }: RoutingProps): ReactElement {
  const rows = targets.map((one, path) => ({ ...one, path: path + 1 }));
  const figure = FIGURES[strategy];
  return (
    <>
      <h3 className="mt-4 mb-2 text-sm font-medium">{labels.routing}</h3>
      <Table
        label={labels.routing}
        rows={rows}
        keyOf={({ path }) => String(path)}
        columns={[
          { head: '#', cell: ({ path }) => path },
          { head: labels.model, cell: ({ model }) => link(model) },
          {
            head: labels.strategies[strategy],
            isNumber: true,
            cell: ({ figure: value }) => (value === null ? common.none : figure(value)),
          },
          {
            head: labels.turn,
            cell: ({ passed_over: why }) => labels.turns[why ?? 'had'],
          },
        ]}
      />
    </>
  );
}

/** What each strategy compares, as people read it. */
const FIGURES: Record<RoutingProps['of']['strategy'], (value: number) => string> = {
  ordered: count,
  weighted: count,
  lowest_price: (credits) => labels.perMillion(count(credits)),
  lowest_latency: duration,
  longest_context: (tokens) => labels.tokensOf(count(tokens)),
};

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

interface AttemptsProps {
  of: Detail['attempts'];
  model: ModelLink;
}

function Attempts({ of: tries, model: link }: AttemptsProps): ReactElement {
  if (tries.length === 0) return <p className="text-sm text-dim">{labels.noAttempts}</p>;
  const rows = tries.map((one, path) => ({ ...one, path: path + 1 }));
  return (
    <Table
      label={labels.attempts}
      rows={rows}
      keyOf={({ path }) => String(path)}
      columns={[
        { head: '#', cell: ({ path }) => path },
        { head: labels.model, cell: ({ model }) => link(model) },
        {
          head: labels.ended,
          cell: ({ failure, upstream_status: status }) => (
            <>
              {failure === null ? labels.answered : plainName(failure)}
              {status !== null && <code className="ml-1 text-xs text-dim">{status}</code>}
            </>
          ),
        },
        { head: labels.after, isNumber: true, cell: ({ after_ms }) => duration(after_ms) },
        { head: labels.latency, isNumber: true, cell: ({ took_ms }) => duration(took_ms) },
      ]}
    />
  );
}
