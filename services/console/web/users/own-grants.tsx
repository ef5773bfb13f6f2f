import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { CreditGrantList, CreditGrantOut } from '@tollgate/contract/credits';
import { dataOf } from '../shared/api/data-of.ts';
import { users } from '../shared/api/users-client.ts';
import { CsvOfAll } from '../shared/csv-of-all.tsx';
import { byCursor, List } from '../shared/list.tsx';
import { grantLabels as labels } from '../shared/texts/grants.ts';
import { Badge } from '../shared/ui/badge.tsx';
import type { Tone } from '../shared/ui/badge.tsx';
import { Card } from '../shared/ui/card.tsx';
import { Id } from '../shared/ui/copy.tsx';
import { Money } from '../shared/ui/money.tsx';
import type { Column } from '../shared/ui/table.tsx';
import { Time } from '../shared/ui/time.tsx';
import { readCreditsSearch } from './search.ts';

const PAGE_ROWS = 10;

type Grant = CreditGrantOut;
type Page = CreditGrantList;

/** What was granted, grant by grant, the newest first, and when credit ends next. */
export function Grants({ isExact }: { isExact: boolean }): ReactElement {
  const search = useSearch({ from: '/credits' });
  const { grants: cursor } = search;
  const navigate = useNavigate();
  const show = (next: Record<string, unknown>): void =>
    void navigate({ to: '/credits', search: readCreditsSearch(next) });
  const grants = useQuery({
    queryKey: ['grants', cursor],
    queryFn: () =>
      dataOf(
        users.GET('/api/credits/grants', {
          params: { query: { limit: PAGE_ROWS, ...(cursor === undefined ? {} : { cursor }) } },
        }),
      ),
  });
  const expiry = grants.data?.next_expiry ?? null;
  return (
    <Card title={labels.title} actions={<Csv />}>
      {expiry !== null && <NextExpiry of={expiry} isExact={isExact} />}
      <List
        label={labels.title}
        query={grants}
        columns={columnsOf(isExact)}
        keyOf={({ id }) => id}
        empty={labels.none}
        pages={byCursor(search, show, 'grants')}
      />
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

const TONES: Readonly<Record<Grant['state'], Tone>> = {
  granted: 'good',
  spent: 'plain',
  expired: 'warn',
  revoked: 'warn',
};

function columnsOf(isExact: boolean): Column<Grant>[] {
  const money = (amount: string): ReactElement => <Money amount={amount} exact={isExact} />;
  return [
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
    { head: labels.grant, cell: ({ id }) => <Id value={id} /> },
  ];
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
