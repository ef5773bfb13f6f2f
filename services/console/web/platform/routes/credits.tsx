import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { PlatformCreditMovementOut } from '@tollgate/contract/platform/credits';
import { listOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { CsvOfAll } from '../../shared/csv-of-all.tsx';
import { Filters } from '../../shared/filters.tsx';
import { byId, ListPage, PAGE_ROWS } from '../../shared/list.tsx';
import { common } from '../../shared/texts/common.ts';
import { sales } from '../../shared/texts/sales.ts';
import { HoldsSwitch, transactionColumns } from '../../shared/transactions.tsx';
import { Button } from '../../shared/ui/button.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { creditsSearch } from '../search.ts';
import type { CreditsSearch } from '../search.ts';
import { UserLink } from '../user-link.tsx';
import { ZoneNote } from '../zone-note.tsx';

const labels = sales.credits;
const route = getRouteApi('/credits');
type Transaction = PlatformCreditMovementOut;

const CHOICES = Object.entries(labels.choices).map(([value, label]) => ({ value, label }));
const FILTERS = [{ name: 'moved_by', label: labels.movedBy, choices: CHOICES, initial: 'any' }];

/** The transactions of all wallets, by what the address says. */
export function CreditsPage(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isExact, setExact] = useState(false);
  const { before: _page, holds = false, ...values } = search;
  const query = { ...search, holds, limit: PAGE_ROWS };
  const show = (next: Record<string, unknown>): void =>
    void navigate({ search: creditsSearch(next) });
  return (
    <ListPage
      title={labels.title}
      lead={labels.lead}
      actions={
        <>
          <Button aria-pressed={isExact} onClick={() => setExact(!isExact)}>
            {common.exact}
          </Button>
          <HoldsSwitch
            holds={holds}
            show={(shown) => show({ ...search, before: undefined, holds: shown })}
          />
          <Csv filters={{ ...values, holds }} />
        </>
      }
      query={{
        queryKey: ['credits', query],
        queryFn: () =>
          listOf(platform.GET('/api/platform/credit-transactions', { params: { query } })),
      }}
      filters={
        <Filters
          filters={FILTERS}
          values={values}
          show={(next) => show({ ...next, ...(holds ? { holds } : {}) })}
        />
      }
      hasView
      columns={[...transactionColumns({ isExact, holds }, BETWEEN, false), ACTOR]}
      keyOf={({ id }) => id}
      empty={labels.none}
      emptyText={labels.noneText}
      archivedText={labels.archived}
      pages={byId(search, show)}
    >
      <ZoneNote money />
    </ListPage>
  );
}

const BETWEEN: readonly Column<Transaction>[] = [
  { head: labels.user, cell: (row) => <UserLink id={row.user_id} email={row.user_email} /> },
];
const ACTOR: Column<Transaction> = {
  head: labels.by,
  cell: ({ actor }) => <bdi>{actor ?? common.none}</bdi>,
};

const CSV_COLUMNS = [
  'id',
  'created_at',
  'user_id',
  'user_email',
  'type',
  'available_change',
  'reserved_change',
  'consumed_change',
  'net_change',
  'actor',
  'operation_id',
  'grant_id',
] as const satisfies readonly (keyof Transaction)[];

/** Rows of one request for a file. */
const CSV_ROWS = 200;

function Csv({
  filters,
}: {
  filters: Pick<CreditsSearch, 'moved_by'> & { holds: boolean };
}): ReactElement {
  return (
    <CsvOfAll
      name="transactions.csv"
      head={CSV_COLUMNS}
      archivedText={labels.archived}
      page={async (before, signal) => {
        const query = { ...filters, ...(before === undefined ? {} : { before }), limit: CSV_ROWS };
        const { data: rows, archived } = await listOf(
          platform.GET('/api/platform/credit-transactions', { params: { query }, signal }),
        );
        return {
          lines: rows.map((row) => CSV_COLUMNS.map((name) => row[name] ?? '')),
          next: rows.length === CSV_ROWS ? (rows.at(-1)?.id ?? null) : null,
          archived,
        };
      }}
    />
  );
}
