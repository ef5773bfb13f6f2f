import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import type { Schemas } from '../../shared/api/platform-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { common } from '../../shared/texts/common.ts';
import { invoices as labels } from '../../shared/texts/invoices.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, PageHead } from '../../shared/ui/card.tsx';
import { Table } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { PermittedOrReason } from '../permission.tsx';
import { NewReconciliationDialog } from '../new-reconciliation-dialog.tsx';
import { Counts, Days, lookAgain, Progress } from '../reconciliation-parts.tsx';
import { ZoneNote } from '../zone-note.tsx';

const PAGE_ROWS = 50;
const route = getRouteApi('/reconciliations');
type Reconciliation = Schemas['ReconciliationOut'];

/** Providers' reports that were compared with the book. */
export function ReconciliationsPage(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isAsking, ask] = useState(false);
  const query = { ...search, limit: PAGE_ROWS };
  const found = useQuery({
    queryKey: ['reconciliations', search],
    queryFn: () => dataOf(platform.GET('/api/platform/reconciliations', { params: { query } })),
    refetchInterval: ({ state: { data } }) => lookAgain(data),
  });
  return (
    <>
      <PageHead
        title={labels.title}
        lead={labels.lead}
        actions={
          <PermittedOrReason use="POST /api/platform/reconciliations">
            <Button look="main" onClick={() => ask(true)}>
              {labels.create}
            </Button>
          </PermittedOrReason>
        }
      />
      <Loaded query={found}>
        {(rows) => (
          <>
            {rows.length === 0 ? (
              <Empty title={labels.none}>{labels.noneText}</Empty>
            ) : (
              <Rows rows={rows} />
            )}
            <nav aria-label={common.more} className="mt-3 flex gap-2">
              {search.before !== undefined && (
                <Button onClick={() => void navigate({ search: {} })}>{labels.first}</Button>
              )}
              {rows.length === PAGE_ROWS && (
                <Button
                  onClick={() => void navigate({ search: { before: rows.at(-1)?.id ?? '' } })}
                >
                  {labels.later}
                </Button>
              )}
            </nav>
          </>
        )}
      </Loaded>
      <ZoneNote />
      {isAsking && <NewReconciliationDialog close={() => ask(false)} />}
    </>
  );
}

function Rows({ rows }: { rows: readonly Reconciliation[] }): ReactElement {
  return (
    <Table
      label={labels.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: labels.provider, cell: (row) => <One row={row} /> },
        { head: labels.format, cell: ({ format }) => labels.formats[format] },
        {
          head: labels.days,
          cell: (row) => <Days of={row} />,
        },
        { head: labels.status, cell: (row) => <Progress of={row} /> },
        { head: labels.found, cell: (row) => <Counts of={row} /> },
        { head: labels.created, cell: (row) => <Time at={row.created_at} /> },
      ]}
    />
  );
}

function One({ row: { id, provider } }: { row: Reconciliation }): ReactElement {
  return (
    <Link to="/reconciliations/$id" params={{ id }} className="text-accent underline">
      {provider}
    </Link>
  );
}
