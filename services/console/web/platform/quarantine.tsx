import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { platform } from '../shared/api/platform-client.ts';
import type { Schemas } from '../shared/api/platform-client.ts';
import { Loaded } from '../shared/page-states.tsx';
import { common } from '../shared/texts/common.ts';
import { health } from '../shared/texts/health.ts';
import { count } from '../shared/times.ts';
import { Badge } from '../shared/ui/badge.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Card } from '../shared/ui/card.tsx';
import { ErrorNote } from '../shared/ui/error-note.tsx';
import { Table } from '../shared/ui/table.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';
import { useMay } from './may.tsx';
import { LIVE_MS } from './queries.ts';

const words = health.quarantine;
const LOOK = 'text-accent underline';
/** While a process is putting back. */
const UNDER_WAY_MS = 2_000;
type Out = Schemas['QuarantineOut'];
type Spool = Out['spools'][number];
type Decision = Out['decisions'][number];

const isUnderWay = ({ put_back: asked }: Spool): boolean =>
  asked !== null && asked.ended_at === null;

/** What billing refused for good, by the spool that keeps it, and the way to have it told again. */
export function Quarantine(): ReactElement {
  const quarantine = useQuery({
    queryKey: ['quarantine'],
    queryFn: () => dataOf(platform.GET('/api/platform/quarantine')),
    refetchInterval: ({ state }) =>
      state.data?.spools.some(isUnderWay) === true ? UNDER_WAY_MS : LIVE_MS,
  });
  return (
    <Card title={words.title}>
      <Loaded query={quarantine}>
        {(found) =>
          found.spools.length === 0 ? (
            <p className="text-sm text-dim">{words.none}</p>
          ) : (
            <div className="space-y-3">
              <p className="max-w-prose text-sm text-dim">{words.lead}</p>
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
  const may = useMay();
  const asking: Column<Spool> = { head: words.ask, cell: (row) => <Ask spool={row} /> };
  return (
    <Table
      label={words.spools}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: words.spool, cell: (row) => <bdi title={row.id}>{nameOf(row)}</bdi> },
        { head: words.setAside, isNumber: true, cell: (row) => count(row.set_aside) },
        { head: words.looked, cell: (row) => <Time at={row.looked_at} /> },
        { head: words.putBack, cell: (row) => <PutBack asked={row.put_back} /> },
        ...(may('POST /api/platform/quarantine/{spool_id}/put-back') ? [asking] : []),
      ]}
    />
  );
}

function PutBack({ asked }: { asked: Spool['put_back'] }): ReactElement {
  if (asked === null) return <span className="text-dim">{words.never}</span>;
  const { ended_at: ended, asked_at: at, count: done } = asked;
  return ended === null ? (
    <span role="status">
      {words.working(count(done))} <Time at={at} />
    </span>
  ) : (
    <>
      {words.done(count(done))} <Time at={ended} />
    </>
  );
}

function Ask({ spool }: { spool: Spool }): ReactElement {
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>();
  const ask = async (): Promise<void> => {
    setError(undefined);
    try {
      const params = { path: { spool_id: spool.id } };
      await dataOf(
        platform.POST('/api/platform/quarantine/{spool_id}/put-back', { params, body: {} }),
      );
    } catch (failure) {
      setError(failure);
    }
    await queries.invalidateQueries({ queryKey: ['quarantine'] });
  };
  return (
    <>
      <Button disabled={spool.set_aside === 0 || isUnderWay(spool)} onClick={() => void ask()}>
        {words.ask}
      </Button>
      {error !== undefined && <ErrorNote error={error} />}
    </>
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
        label={words.decisions}
        rows={decisions.map((one, index) => ({ ...one, index }))}
        keyOf={({ index }) => `${index}`}
        columns={[
          { head: words.at, cell: ({ at }) => (at === null ? common.none : <Time at={at} />) },
          { head: words.kind, cell: ({ kind }) => <Kind kind={kind} /> },
          { head: words.reason, cell: ({ reason }) => <bdi>{reason}</bdi> },
          { head: words.request, cell: (row) => <Request of={row} /> },
          { head: words.owner, cell: (row) => <Owner of={row} /> },
          { head: words.spool, cell: (row) => <bdi>{spoolOf(row.spool_id)}</bdi> },
        ]}
      />
      {total > decisions.length && (
        <p className="text-sm text-dim">{words.more(count(decisions.length), count(total))}</p>
      )}
    </>
  );
}

function Kind({ kind }: { kind: Decision['kind'] }): ReactElement {
  if (kind === null) return <Badge tone="bad">{words.unread}</Badge>;
  return <Badge tone="warn">{words.kinds[kind]}</Badge>;
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
      {words.look}
    </Link>
  );
}
