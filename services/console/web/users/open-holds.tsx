import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { HoldOut } from '@tollgate/contract/credits';
import { dataOf } from '../shared/api/data-of.ts';
import { users } from '../shared/api/users-client.ts';
import { Loaded } from '../shared/page-states.tsx';
import { texts } from '../shared/texts/users.ts';
import { duration } from '../shared/times.ts';
import { Card } from '../shared/ui/card.tsx';
import { Money } from '../shared/ui/money.tsx';
import { Table } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';
import { KeyName } from './key-name.tsx';

const labels = texts.credits;
const LIVE_MS = 5_000;
const MS_PER_SECOND = 1_000;
const MINUTE_SECONDS = 60;

/** Lists the open holds, the oldest first; refreshes while the page is visible. */
export function Holds({ isExact }: { isExact: boolean }): ReactElement {
  const holds = useQuery({
    queryKey: ['holds'],
    queryFn: () => dataOf(users.GET('/api/credits/holds', { params: { query: { limit: 100 } } })),
    refetchInterval: LIVE_MS,
  });
  return (
    <Card title={labels.holds}>
      <Loaded query={holds}>
        {({ data, has_more: hasMore }) =>
          data.length === 0 ? (
            <p className="text-sm text-dim">{labels.noHolds}</p>
          ) : (
            <>
              <HoldTable rows={data} isExact={isExact} />
              {hasMore && <p className="mt-3 text-sm text-dim">{labels.moreHolds}</p>}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

interface HoldTableProps {
  rows: readonly HoldOut[];
  isExact: boolean;
}

function HoldTable({ rows, isExact }: HoldTableProps): ReactElement {
  return (
    <Table
      label={labels.holds}
      rows={rows}
      keyOf={({ operation_id }) => operation_id}
      columns={[
        { head: labels.since, cell: ({ created_at }) => <Time at={created_at} /> },
        {
          head: labels.age,
          isNumber: true,
          cell: ({ age_seconds }) => age(age_seconds),
        },
        {
          head: labels.figures.reserved,
          isNumber: true,
          cell: ({ held }) => <Money amount={held} exact={isExact} />,
        },
        { head: labels.holdFor, cell: ({ kind }) => labels.holdKinds[kind] },
        { head: texts.requests.key, cell: ({ api_key_id }) => <KeyName id={api_key_id} /> },
        { head: labels.released, cell: ({ expires_at }) => <Time at={expires_at} /> },
        { head: labels.belongsTo, cell: (row) => <Operation of={row} /> },
      ]}
    />
  );
}

const age = (seconds: number): string =>
  seconds < MINUTE_SECONDS ? `${seconds} s` : duration(seconds * MS_PER_SECOND);

/** Asynchronous calls and videos have pages of their own before they end. */
function Operation({ of: { kind, operation_id: id } }: { of: HoldOut }): ReactElement {
  const name = <code className="text-xs">{id}</code>;
  if (kind === 'call') return name;
  if (kind === 'video') {
    return (
      <Link
        to="/videos/$id"
        params={{ id: id.replace(/^op_/u, 'vid_') }}
        className="text-accent underline"
      >
        {name}
      </Link>
    );
  }
  return (
    <Link to="/operations/$id" params={{ id }} className="text-accent underline">
      {name}
    </Link>
  );
}
