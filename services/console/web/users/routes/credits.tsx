import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { CreditTransactionOut } from '@tollgate/contract/credits';
import { dataOf } from '../../shared/api/data-of.ts';
import { users } from '../../shared/api/users-client.ts';
import { CsvOfAll } from '../../shared/csv-of-all.tsx';
import { byCursor, List, PAGE_ROWS } from '../../shared/list.tsx';
import { Loaded } from '../../shared/page-states.tsx';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/users.ts';
import { HoldsSwitch, transactionColumns } from '../../shared/transactions.tsx';
import { zone } from '../../shared/times.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, Figure, PageHead } from '../../shared/ui/card.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { Grants } from '../own-grants.tsx';
import { Holds } from '../open-holds.tsx';
import { creditsQuery } from '../queries.ts';
import { readCreditsSearch } from '../search.ts';

const labels = texts.credits;
const FIGURES = ['available', 'reserved', 'consumed', 'granted', 'revoked', 'expired'] as const;

type Transaction = CreditTransactionOut;

/** The wallet, its grants and its transactions. */
export function CreditsPage(): ReactElement {
  const search = useSearch({ from: '/credits' });
  const { cursor, holds = false } = search;
  const navigate = useNavigate();
  const show = (next: Record<string, unknown>): void =>
    void navigate({ to: '/credits', search: readCreditsSearch(next) });
  const [isExact, setExact] = useState(false);
  const transactions = useQuery({
    queryKey: ['transactions', cursor, holds],
    queryFn: () => {
      const query = { limit: PAGE_ROWS, holds, ...(cursor === undefined ? {} : { cursor }) };
      return dataOf(users.GET('/api/credits/transactions', { params: { query } }));
    },
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
      <Wallet isExact={isExact} />
      <div className="mb-4">
        <Holds isExact={isExact} />
      </div>
      <div className="mb-4">
        <Grants isExact={isExact} />
      </div>
      <Card
        title={labels.transactions}
        actions={
          <>
            <HoldsSwitch
              holds={holds}
              show={(shown) => show({ ...search, cursor: undefined, holds: shown })}
            />
            <Csv holds={holds} />
          </>
        }
      >
        <List
          label={labels.transactions}
          query={transactions}
          columns={transactionColumns<Transaction>({ isExact, holds })}
          keyOf={({ id }) => id}
          empty={labels.empty}
          emptyText={labels.emptyText}
          pages={byCursor(search, show)}
          hasView
        />
      </Card>
    </>
  );
}

function Wallet({ isExact }: { isExact: boolean }): ReactElement {
  const wallet = useQuery(creditsQuery);
  return (
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
  );
}

const CSV_COLUMNS = [
  'id',
  'created_at',
  'type',
  'available_change',
  'reserved_change',
  'consumed_change',
  'net_change',
  'balance',
  'operation_id',
  'grant_id',
] as const satisfies readonly (keyof Transaction)[];
/** Rows of one request for a file. */
const CSV_ROWS = 500;

function Csv({ holds }: { holds: boolean }): ReactElement {
  return (
    <CsvOfAll
      name="transactions.csv"
      of={labels.transactions}
      head={CSV_COLUMNS}
      page={async (cursor, signal) => {
        const query = { limit: CSV_ROWS, holds, ...(cursor === undefined ? {} : { cursor }) };
        const {
          data,
          next_cursor: next,
          archived,
        } = await dataOf(users.GET('/api/credits/transactions', { params: { query }, signal }));
        const lines = data.map((row) => CSV_COLUMNS.map((name) => row[name] ?? ''));
        return { lines, next, archived };
      }}
    />
  );
}
