import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import type { Schemas } from '../../shared/api/platform-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { common } from '../../shared/texts/common.ts';
import { invoices as words } from '../../shared/texts/invoices.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, PageHead } from '../../shared/ui/card.tsx';
import { Table } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { MayOrTold } from '../may.tsx';
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
        title={words.title}
        lead={words.lead}
        actions={
          <MayOrTold use="POST /api/platform/reconciliations">
            <Button look="main" onClick={() => ask(true)}>
              {words.create}
            </Button>
          </MayOrTold>
        }
      />
      <Loaded query={found}>
        {(rows) => (
          <>
            {rows.length === 0 ? (
              <Empty title={words.none}>{words.noneText}</Empty>
            ) : (
              <Rows rows={rows} />
            )}
            <nav aria-label={common.more} className="mt-3 flex gap-2">
              {search.before !== undefined && (
                <Button onClick={() => void navigate({ search: {} })}>{words.first}</Button>
              )}
              {rows.length === PAGE_ROWS && (
                <Button
                  onClick={() => void navigate({ search: { before: rows.at(-1)?.id ?? '' } })}
                >
                  {words.later}
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
      label={words.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { head: words.provider, cell: (row) => <One row={row} /> },
        { head: words.format, cell: ({ format }) => words.formats[format] },
        {
          head: words.days,
          cell: (row) => <Days of={row} />,
        },
        { head: words.status, cell: (row) => <Progress of={row} /> },
        { head: words.found, cell: (row) => <Counts of={row} /> },
        { head: words.created, cell: (row) => <Time at={row.created_at} /> },
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
