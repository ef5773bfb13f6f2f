import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { ReconciliationOut } from '@tollgate/contract/platform/reconciliations';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { byId, ListPage, PAGE_ROWS, rowsOf } from '../../shared/list.tsx';
import { invoices as labels } from '../../shared/texts/invoices.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { PermittedOrReason } from '../permission.tsx';
import { NewReconciliationDialog } from '../new-reconciliation-dialog.tsx';
import { Counts, Days, lookAgain, Progress } from '../reconciliation-parts.tsx';
import { reconciliationsSearch } from '../search.ts';
import { ZoneNote } from '../zone-note.tsx';

const route = getRouteApi('/reconciliations');
type Reconciliation = ReconciliationOut;

/** Providers' reports that were compared with the ledger. */
export function ReconciliationsPage(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isAsking, ask] = useState(false);
  const query = { ...search, limit: PAGE_ROWS };
  return (
    <ListPage
      title={labels.title}
      lead={labels.lead}
      actions={
        <PermittedOrReason use="POST /api/platform/reconciliations">
          <Button look="main" onClick={() => ask(true)}>
            {labels.create}
          </Button>
        </PermittedOrReason>
      }
      query={{
        queryKey: ['reconciliations', search],
        queryFn: () => dataOf(platform.GET('/api/platform/reconciliations', { params: { query } })),
        refetchInterval: ({ state: { data } }) => lookAgain(rowsOf(data)),
      }}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={labels.none}
      emptyText={labels.noneText}
      pages={byId(search, (next) => void navigate({ search: reconciliationsSearch(next) }))}
    >
      <ZoneNote />
      {isAsking && <NewReconciliationDialog close={() => ask(false)} />}
    </ListPage>
  );
}

const COLUMNS: readonly Column<Reconciliation>[] = [
  { head: labels.provider, cell: (row) => <One row={row} /> },
  { head: labels.format, cell: ({ format }) => labels.formats[format] },
  { head: labels.days, cell: (row) => <Days of={row} /> },
  { head: labels.status, cell: (row) => <Progress of={row} /> },
  { head: labels.found, cell: (row) => <Counts of={row} /> },
  {
    head: labels.created,
    sort: (row) => row.created_at,
    cell: (row) => <Time at={row.created_at} />,
  },
];

function One({ row: { id, provider } }: { row: Reconciliation }): ReactElement {
  return (
    <Link to="/reconciliations/$id" params={{ id }} className="text-accent underline">
      {provider}
    </Link>
  );
}
