import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import type { Schemas } from '../../shared/api/users-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/users.ts';
import { duration, longTime } from '../../shared/times.ts';
import { Card, PageHead } from '../../shared/ui/card.tsx';
import { Table } from '../../shared/ui/table.tsx';
import { keysQuery } from '../queries.ts';
import { Receipt } from '../receipt-view.tsx';
import { Outcome } from '../request-table.tsx';

const words = texts.requests;

type Detail = Schemas['RequestDetail'];

/** One request: how it ended, what it cost and why, and where its time went. */
export function RequestPage(): ReactElement {
  const { id } = useParams({ from: '/requests/$id' });
  const detail = useQuery({
    queryKey: ['request', id],
    queryFn: () =>
      dataOf(users.GET('/api/requests/{public_id}', { params: { path: { public_id: id } } })),
  });
  return (
    <>
      <PageHead
        title={words.one}
        lead={<code className="break-all">{id}</code>}
        actions={
          <Link to="/requests" search={{}} className="text-sm text-accent underline">
            {words.all}
          </Link>
        }
      />
      <Loaded query={detail}>
        {(request) => (
          <div className="grid gap-4 xl:grid-cols-2">
            <Card title={words.whatHappened}>
              <Facts of={request} />
            </Card>
            <Card title={words.receipt}>
              <Receipt of={request} />
            </Card>
            <Card title={words.timings}>
              <Timings of={request.timings} />
            </Card>
            <Card title={words.attempts}>
              <Attempts of={request.attempts} />
            </Card>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Facts({ of: request }: { of: Detail }): ReactElement {
  const keys = useQuery(keysQuery);
  const name = keys.data?.find(({ id }) => id === request.api_key_id)?.name;
  const facts: readonly [string, ReactNode][] = [
    [words.outcome, <Outcome key="outcome" of={request} />],
    [words.when, longTime(request.created_at)],
    [words.key, <bdi key="key">{name ?? request.api_key_id}</bdi>],
    [words.endpoint, <code key="endpoint">{request.endpoint}</code>],
    [words.asked, <bdi key="asked">{request.model_requested ?? common.none}</bdi>],
    [words.served, <bdi key="served">{request.model ?? common.none}</bdi>],
    [common.requestId, <code key="id">{request.request_id}</code>],
    [words.session, <bdi key="session">{request.session_id ?? common.none}</bdi>],
    [
      words.form,
      request.async ? words.forms.async : words.forms[request.stream ? 'stream' : 'whole'],
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
    [words.queue, timings.queue_ms],
    [words.firstToken, timings.first_token_ms],
    [words.provider, timings.upstream_ms],
    [words.total, timings.total_ms],
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
  if (tries.length === 0) return <p className="text-sm text-dim">{words.noAttempts}</p>;
  const rows = tries.map((one, place) => ({ ...one, place: place + 1 }));
  return (
    <Table
      label={words.attempts}
      rows={rows}
      keyOf={({ place }) => String(place)}
      columns={[
        { head: '#', cell: ({ place }) => place },
        { head: words.model, cell: ({ model }) => <bdi className="break-all">{model}</bdi> },
        { head: words.ended, cell: ({ failure }) => failure ?? words.answered },
        { head: words.after, isNumber: true, cell: ({ after_ms }) => duration(after_ms) },
        { head: words.took, isNumber: true, cell: ({ took_ms }) => duration(took_ms) },
      ]}
    />
  );
}
