import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { QuarantineOut } from '@tollgate/contract/platform/quarantine';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import { Loaded } from '../shared/page-states.tsx';
import { useAct } from '../shared/query-hooks.ts';
import { common } from '../shared/texts/common.ts';
import { health } from '../shared/texts/health.ts';
import { count } from '../shared/times.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Card } from '../shared/ui/card.tsx';
import { Table } from '../shared/ui/table.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';
import { usePermission } from './permission.tsx';
import { LIVE_MS } from './queries.ts';

const labels = health.quarantine;
const LOOK = 'text-accent underline';
/** While a process is putting back. */
const POLL_MS = 2_000;
type Out = QuarantineOut;
type Spool = Out['spools'][number];
type Decision = Out['decisions'][number];

const isInProgress = ({ put_back: asked }: Spool): boolean =>
  asked !== null && asked.ended_at === null;

/** Settlements that billing rejected permanently, by spool, with a button that retries them. */
export function Quarantine(): ReactElement {
  const quarantine = useQuery({
    queryKey: ['quarantine'],
    queryFn: () => dataOf(platform.GET('/api/platform/quarantine')),
    refetchInterval: ({ state }) =>
      state.data?.spools.some(isInProgress) === true ? POLL_MS : LIVE_MS,
  });
  return (
    <Card title={labels.title}>
      <Loaded query={quarantine}>
        {(found) =>
          found.spools.length === 0 ? (
            <p className="text-sm text-dim">{labels.none}</p>
          ) : (
            <div className="space-y-3">
              <p className="max-w-prose text-sm text-dim">{labels.lead}</p>
              <Spools rows={found.spools} />
              {found.decisions.length > 0 && <Decisions found={found} />}
            </div>
          )
        }
      </Loaded>
    </Card>
  );
}

const nameOf = ({ service, host }: Spool): string => `${service} @ ${host}`;

function Spools({ rows }: { rows: readonly Spool[] }): ReactElement {
  const isAllowed = usePermission();
  const asking: Column<Spool> = { head: labels.ask, cell: (row) => <Ask spool={row} /> };
  return (
    <Table
      label={labels.spools}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: labels.spool, cell: (row) => <bdi title={row.id}>{nameOf(row)}</bdi> },
        { head: labels.setAside, isNumber: true, cell: (row) => count(row.set_aside) },
        { head: labels.looked, cell: (row) => <Time at={row.looked_at} /> },
        { head: labels.putBack, cell: (row) => <PutBack asked={row.put_back} /> },
        ...(isAllowed('POST /api/platform/quarantine/{spool_id}/put-back') ? [asking] : []),
      ]}
    />
  );
}

function PutBack({ asked }: { asked: Spool['put_back'] }): ReactElement {
  if (asked === null) return <span className="text-dim">{labels.never}</span>;
  const { ended_at: ended, asked_at: at, count: done } = asked;
  return ended === null ? (
    <span role="status">
      {labels.working(count(done))} <Time at={at} />
    </span>
  ) : (
    <>
      {labels.done(count(done))} <Time at={ended} />
    </>
  );
}

function Ask({ spool }: { spool: Spool }): ReactElement {
  const act = useAct([['quarantine']]);
  const params = { path: { spool_id: spool.id } };
  const ask = (): Promise<unknown> =>
    dataOf(platform.POST('/api/platform/quarantine/{spool_id}/put-back', { params, body: {} }));
  return (
    <Button disabled={spool.set_aside === 0 || isInProgress(spool)} onClick={() => act(ask)}>
      {labels.ask}
    </Button>
  );
}

function Decisions({ found }: { found: Out }): ReactElement {
  const { decisions, spools, set_aside: total } = found;
  const spoolOf = (id: string): string => {
    const spool = spools.find((one) => one.id === id);
    return spool === undefined ? id : nameOf(spool);
  };
  return (
    <>
      <Table
        label={labels.decisions}
        rows={decisions.map((one, index) => ({ ...one, index }))}
        keyOf={({ index }) => `${index}`}
        columns={[
          { head: labels.at, cell: ({ at }) => (at === null ? common.none : <Time at={at} />) },
          { head: labels.kind, cell: ({ kind }) => <Kind kind={kind} /> },
          { head: labels.reason, cell: ({ reason }) => <bdi>{reason}</bdi> },
          { head: labels.request, cell: (row) => <Request of={row} /> },
          { head: labels.owner, cell: (row) => <Owner of={row} /> },
          { head: labels.spool, cell: (row) => <bdi>{spoolOf(row.spool_id)}</bdi> },
        ]}
      />
      {total > decisions.length && (
        <p className="text-sm text-dim">{labels.more(count(decisions.length), count(total))}</p>
      )}
    </>
  );
}

function Kind({ kind }: { kind: Decision['kind'] }): ReactElement {
  if (kind === null) return <Badge tone="bad">{labels.unread}</Badge>;
  return <Badge tone="warn">{labels.kinds[kind]}</Badge>;
}

function Request({ of: { request_id: id } }: { of: Decision }): ReactElement {
  if (id === null) return <>{common.none}</>;
  return (
    <Link to="/requests/$id" params={{ id }} className={LOOK}>
      <code>{id}</code>
    </Link>
  );
}

function Owner({ of: { user_id: userId } }: { of: Decision }): ReactElement {
  if (userId === null) return <>{common.none}</>;
  return (
    <Link to="/users/$userId" params={{ userId }} className={LOOK}>
      {labels.look}
    </Link>
  );
}
