import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dataOf } from '../shared/api/data-of.ts';
import { users } from '../shared/api/users-client.ts';
import type { Schemas } from '../shared/api/users-client.ts';
import { CsvOfAll } from '../shared/csv-of-all.tsx';
import { Loaded } from '../shared/page-states.tsx';
import { grantLabels as labels } from '../shared/texts/grants.ts';
import { Badge } from '../shared/ui/badge.tsx';
import type { Tone } from '../shared/ui/badge.tsx';
import { Card } from '../shared/ui/card.tsx';
import { Money } from '../shared/ui/money.tsx';
import { Table } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';

const PAGE_ROWS = 10;

type Grant = Schemas['CreditGrantOut'];
type Page = Schemas['CreditGrantList'];

/** What was granted, grant by grant, the newest first, and when credit ends next. */
export function Grants({ isExact }: { isExact: boolean }): ReactElement {
  const { grants: cursor } = useSearch({ from: '/credits' });
  const grants = useQuery({
    queryKey: ['grants', cursor],
    queryFn: () =>
      dataOf(
        users.GET('/api/credits/grants', {
          params: { query: { limit: PAGE_ROWS, ...(cursor === undefined ? {} : { cursor }) } },
        }),
      ),
  });
  return (
    <Card title={labels.title} actions={<Csv />}>
      <Loaded query={grants}>
        {({ data, next_cursor: next, next_expiry: expiry }) => (
          <>
            {expiry !== null && <NextExpiry of={expiry} isExact={isExact} />}
            {data.length === 0 ? (
              <p className="text-sm text-dim">{labels.none}</p>
            ) : (
              <GrantTable rows={data} isExact={isExact} />
            )}
            <Turns cursor={cursor} next={next} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

interface NextExpiryProps {
  of: NonNullable<Page['next_expiry']>;
  isExact: boolean;
}

function NextExpiry({ of: { at, remaining }, isExact }: NextExpiryProps): ReactElement {
  return (
    <p className="mb-3 text-sm">
      {labels.nextEnd} <Time at={at} />: <Money amount={remaining} exact={isExact} unit />
    </p>
  );
}

interface TurnsProps {
  cursor: string | undefined;
  next: string | null;
}

/** Links to other pages of grants; the page of transactions stays. */
function Turns({ cursor, next }: TurnsProps): ReactElement {
  return (
    <p className="mt-3 flex gap-4 text-sm">
      {cursor !== undefined && (
        <Link
          to="/credits"
          search={(now) => ({ ...now, grants: undefined })}
          className="text-accent underline"
        >
          {labels.newest}
        </Link>
      )}
      {next !== null && (
        <Link
          to="/credits"
          search={(now) => ({ ...now, grants: next })}
          className="text-accent underline"
        >
          {labels.older}
        </Link>
      )}
    </p>
  );
}

const TONES: Readonly<Record<Grant['state'], Tone>> = {
  granted: 'good',
  spent: 'plain',
  expired: 'warn',
  revoked: 'warn',
};

interface GrantTableProps {
  rows: readonly Grant[];
  isExact: boolean;
}

function GrantTable({ rows, isExact }: GrantTableProps): ReactElement {
  const money = (amount: string): ReactElement => <Money amount={amount} exact={isExact} />;
  return (
    <Table
      label={labels.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: labels.at, cell: ({ created_at: at }) => <Time at={at} /> },
        {
          head: labels.state,
          cell: ({ state }) => <Badge tone={TONES[state]}>{labels.states[state]}</Badge>,
        },
        { head: labels.amount, isNumber: true, cell: ({ amount }) => money(amount) },
        { head: labels.left, isNumber: true, cell: ({ remaining }) => money(remaining) },
        { head: labels.spent, isNumber: true, cell: ({ spent }) => money(spent) },
        { head: labels.revoked, isNumber: true, cell: ({ revoked }) => money(revoked) },
        { head: labels.expired, isNumber: true, cell: ({ expired }) => money(expired) },
        {
          head: labels.ends,
          cell: ({ expires_at: at }) => (at === null ? labels.noEnd : <Time at={at} />),
        },
        { head: labels.grant, cell: ({ id }) => <code className="text-xs">{id}</code> },
      ]}
    />
  );
}

const CSV_COLUMNS = [
  'id',
  'created_at',
  'state',
  'amount',
  'remaining',
  'spent',
  'revoked',
  'expired',
  'expires_at',
] as const satisfies readonly (keyof Grant)[];
/** Rows of one request for a file. */
const CSV_ROWS = 500;

function Csv(): ReactElement {
  return (
    <CsvOfAll
      name="grants.csv"
      of={labels.title}
      head={CSV_COLUMNS}
      page={async (cursor, signal) => {
        const query = { limit: CSV_ROWS, ...(cursor === undefined ? {} : { cursor }) };
        const { data, next_cursor: next } = await dataOf(
          users.GET('/api/credits/grants', { params: { query }, signal }),
        );
        return { lines: data.map((row) => CSV_COLUMNS.map((name) => row[name] ?? '')), next };
      }}
    />
  );
}
