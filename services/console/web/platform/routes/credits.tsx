import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import type { Schemas } from '../../shared/api/platform-client.ts';
import { BelongsTo } from '../../shared/belongs-to.tsx';
import { CsvOfAll } from '../../shared/csv-of-all.tsx';
import { Loaded } from '../../shared/page-states.tsx';
import { common } from '../../shared/texts/common.ts';
import { requestLabels } from '../../shared/texts/requests.ts';
import { sales } from '../../shared/texts/sales.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, PageHead } from '../../shared/ui/card.tsx';
import { ChoiceField } from '../../shared/ui/field.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { Table } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { creditsSearch } from '../search.ts';
import type { CreditsSearch } from '../search.ts';
import { ZoneNote } from '../zone-note.tsx';

const labels = sales.credits;
const PAGE_ROWS = 50;
const route = getRouteApi('/credits');
type Movement = Schemas['PlatformCreditMovementOut'];

const CHOICES = Object.entries(labels.choices).map(([value, label]) => ({ value, label }));

/** The transactions of all wallets, by what the address says. */
export function CreditsPage(): ReactElement {
  const { before, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const [isExact, setExact] = useState(false);
  const query = { ...filters, ...(before === undefined ? {} : { before }), limit: PAGE_ROWS };
  const transactions = useQuery({
    queryKey: ['credits', query],
    queryFn: () => dataOf(platform.GET('/api/platform/credit-transactions', { params: { query } })),
  });
  const show = (next: Record<string, unknown>): void =>
    void navigate({ search: creditsSearch(next) });
  return (
    <>
      <PageHead
        title={labels.title}
        lead={labels.lead}
        actions={
          <>
            <ChoiceField
              label={labels.movedBy}
              choices={CHOICES}
              value={filters.moved_by ?? 'any'}
              onChange={(event) => show({ moved_by: event.target.value })}
            />
            <Button aria-pressed={isExact} onClick={() => setExact(!isExact)}>
              {common.exact}
            </Button>
          </>
        }
      />
      <Loaded query={transactions}>
        {(rows) => (
          <>
            <Rows rows={rows} isExact={isExact} />
            <div className="mt-3 flex gap-2">
              {before !== undefined && (
                <Button onClick={() => show(filters)}>{requestLabels.newest}</Button>
              )}
              {rows.length === PAGE_ROWS && (
                <Button onClick={() => show({ ...filters, before: rows.at(-1)?.id })}>
                  {requestLabels.older}
                </Button>
              )}
              {rows.length > 0 && <Csv filters={filters} />}
            </div>
          </>
        )}
      </Loaded>
      <ZoneNote money />
    </>
  );
}

interface RowsProps {
  rows: readonly Movement[];
  isExact: boolean;
}

function Rows({ rows, isExact }: RowsProps): ReactElement {
  if (rows.length === 0) return <Empty title={labels.none}>{labels.noneText}</Empty>;
  const money = (amount: string): ReactElement => <Money amount={amount} exact={isExact} />;
  return (
    <Table
      label={labels.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: labels.at, cell: ({ created_at: at }) => <Time at={at} /> },
        { head: labels.user, cell: (row) => <Owner of={row} /> },
        { head: labels.kind, cell: ({ type }) => common.transactions[type] ?? type },
        { head: labels.available, isNumber: true, cell: (row) => money(row.available_change) },
        { head: labels.held, isNumber: true, cell: (row) => money(row.reserved_change) },
        { head: labels.spent, isNumber: true, cell: (row) => money(row.consumed_change) },
        { head: labels.by, cell: ({ actor }) => <bdi>{actor ?? common.none}</bdi> },
        { head: labels.belongsTo, cell: (row) => <BelongsTo of={row} /> },
      ]}
    />
  );
}

function Owner({ of: { user_id: userId, user_email: email } }: { of: Movement }): ReactElement {
  return (
    <Link to="/users/$userId" params={{ userId }} className="text-accent underline">
      <bdi>{email}</bdi>
    </Link>
  );
}

const CSV_COLUMNS = [
  'id',
  'created_at',
  'user_id',
  'user_email',
  'type',
  'available_change',
  'reserved_change',
  'consumed_change',
  'actor',
  'operation_id',
  'grant_id',
] as const satisfies readonly (keyof Movement)[];

/** Rows of one request for a file. */
const CSV_ROWS = 200;

function Csv({ filters }: { filters: Pick<CreditsSearch, 'moved_by'> }): ReactElement {
  return (
    <CsvOfAll
      name="transactions.csv"
      head={CSV_COLUMNS}
      page={async (before, signal) => {
        const query = { ...filters, ...(before === undefined ? {} : { before }), limit: CSV_ROWS };
        const rows = await dataOf(
          platform.GET('/api/platform/credit-transactions', { params: { query }, signal }),
        );
        return {
          lines: rows.map((row) => CSV_COLUMNS.map((name) => row[name] ?? '')),
          next: rows.length === CSV_ROWS ? (rows.at(-1)?.id ?? null) : null,
        };
      }}
    />
  );
}
