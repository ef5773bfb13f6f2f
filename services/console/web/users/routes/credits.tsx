import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import type { Schemas } from '../../shared/api/users-client.ts';
import { BelongsTo } from '../../shared/belongs-to.tsx';
import { CsvOfAll } from '../../shared/csv-of-all.tsx';
import { toNano } from '../../shared/money.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/users.ts';
import { zone } from '../../shared/times.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, Empty, Figure, PageHead } from '../../shared/ui/card.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { Table } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { Grants } from '../own-grants.tsx';
import { Holds } from '../open-holds.tsx';
import { creditsQuery } from '../queries.ts';

const labels = texts.credits;
const PAGE_ROWS = 50;
const FIGURES = ['available', 'reserved', 'consumed', 'granted', 'revoked', 'expired'] as const;

type Movement = Schemas['CreditTransactionOut'];

/** The wallet, its grants and its transactions. */
export function CreditsPage(): ReactElement {
  const { cursor } = useSearch({ from: '/credits' });
  const [isExact, setExact] = useState(false);
  const wallet = useQuery(creditsQuery);
  const transactions = useQuery({
    queryKey: ['transactions', cursor],
    queryFn: () =>
      dataOf(
        users.GET('/api/credits/transactions', {
          params: { query: { limit: PAGE_ROWS, ...(cursor === undefined ? {} : { cursor }) } },
        }),
      ),
  });
  return (
    <>
      <PageHead
        title={labels.title}
        lead={`${labels.lead} ${common.times(zone())} ${common.amounts}`}
        actions={
          <Button aria-pressed={isExact} onClick={() => setExact(!isExact)}>
            {common.exact}
          </Button>
        }
      />
      <Loaded query={wallet}>
        {(figures) => (
          <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-3 2xl:grid-cols-6">
            {FIGURES.map((name) => (
              <Figure
                key={name}
                label={labels.figures[name]}
                value={<Money amount={figures[name]} exact={isExact} unit />}
              />
            ))}
          </div>
        )}
      </Loaded>
      <div className="mb-4">
        <Holds isExact={isExact} />
      </div>
      <div className="mb-4">
        <Grants isExact={isExact} />
      </div>
      <Loaded query={transactions}>
        {({ data, next_cursor }) =>
          data.length === 0 ? (
            <Empty title={labels.empty}>{labels.emptyText}</Empty>
          ) : (
            <MovementPage rows={data} isExact={isExact} next={next_cursor} />
          )
        }
      </Loaded>
    </>
  );
}

interface MovementPageProps {
  rows: readonly Movement[];
  isExact: boolean;
  next: string | null;
}

function MovementPage({ rows, isExact, next }: MovementPageProps): ReactElement {
  const { cursor } = useSearch({ from: '/credits' });
  return (
    <Card title={labels.transactions} actions={<Csv />}>
      <Movements rows={rows} isExact={isExact} />
      <p className="mt-3 flex gap-4 text-sm">
        {cursor !== undefined && (
          <Link
            to="/credits"
            search={({ grants }) => ({ grants })}
            className="text-accent underline"
          >
            {texts.requests.newest}
          </Link>
        )}
        {next !== null && (
          <Link
            to="/credits"
            search={(now) => ({ ...now, cursor: next })}
            className="text-accent underline"
          >
            {texts.requests.older}
          </Link>
        )}
      </p>
    </Card>
  );
}

function Movements({
  rows,
  isExact,
}: {
  rows: readonly Movement[];
  isExact: boolean;
}): ReactElement {
  const change = (amount: string): ReactElement => <Change amount={amount} isExact={isExact} />;
  return (
    <Table
      label={labels.transactions}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: texts.requests.when, cell: ({ created_at }) => <Time at={created_at} /> },
        { head: labels.kind, cell: ({ type }) => common.transactions[type] ?? type },
        {
          head: labels.figures.available,
          isNumber: true,
          cell: (row) => change(row.available_change),
        },
        {
          head: labels.figures.reserved,
          isNumber: true,
          cell: (row) => change(row.reserved_change),
        },
        {
          head: labels.figures.consumed,
          isNumber: true,
          cell: (row) => change(row.consumed_change),
        },
        {
          head: labels.belongsTo,
          cell: (row) => <BelongsTo of={row} />,
        },
      ]}
    />
  );
}

function Change({ amount, isExact }: { amount: string; isExact: boolean }): ReactElement {
  const nano = toNano(amount);
  if (nano === 0n) return <span className="text-dim">0</span>;
  return (
    <span className="whitespace-nowrap">
      {nano > 0n && '+'}
      <Money amount={amount} exact={isExact} />
    </span>
  );
}

const CSV_COLUMNS = [
  'id',
  'created_at',
  'type',
  'available_change',
  'reserved_change',
  'consumed_change',
  'operation_id',
  'grant_id',
] as const satisfies readonly (keyof Movement)[];
/** Rows of one request for a file. */
const CSV_ROWS = 500;

function Csv(): ReactElement {
  return (
    <CsvOfAll
      name="transactions.csv"
      of={labels.transactions}
      head={CSV_COLUMNS}
      page={async (cursor, signal) => {
        const query = { limit: CSV_ROWS, ...(cursor === undefined ? {} : { cursor }) };
        const { data, next_cursor: next } = await dataOf(
          users.GET('/api/credits/transactions', { params: { query }, signal }),
        );
        return { lines: data.map((row) => CSV_COLUMNS.map((name) => row[name] ?? '')), next };
      }}
    />
  );
}
