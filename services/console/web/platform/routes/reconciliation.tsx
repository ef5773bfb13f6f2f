import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type {
  ReconciliationLineOut,
  ReconciliationOut,
} from '@tollgate/contract/platform/reconciliations';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { CsvOfAddress } from '../../shared/csv-of-all.tsx';
import { Loaded } from '../../shared/page-states.tsx';
import { common } from '../../shared/texts/common.ts';
import { invoices as labels } from '../../shared/texts/invoices.ts';
import { count } from '../../shared/times.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card, PageHead } from '../../shared/ui/card.tsx';
import { Facts } from '../../shared/ui/facts.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { Counts, Days, Lines, lookAgain, Progress } from '../reconciliation-parts.tsx';
import { ZoneNote } from '../zone-note.tsx';

const PAGE_ROWS = 100;
const route = getRouteApi('/reconciliations/$id');
type Reconciliation = ReconciliationOut;

/** One report beside our records, and how far it is compared. */
export function ReconciliationPage(): ReactElement {
  const { id } = route.useParams();
  const params = { path: { reconciliation_id: id } };
  const one = useQuery({
    queryKey: ['reconciliation', id],
    queryFn: () =>
      dataOf(platform.GET('/api/platform/reconciliations/{reconciliation_id}', { params })),
    refetchInterval: ({ state: { data } }) => lookAgain(data === undefined ? undefined : [data]),
  });
  return (
    <>
      <PageHead
        title={labels.oneTitle}
        lead={<code className="break-all">{id}</code>}
        actions={
          <Link to="/reconciliations" className="text-sm text-accent underline">
            {labels.all}
          </Link>
        }
      />
      <Loaded query={one}>
        {(found) => (
          <div className="space-y-4">
            <Card>
              <Facts facts={factsOf(found)} />
            </Card>
            <Result of={found} />
          </div>
        )}
      </Loaded>
      <ZoneNote />
    </>
  );
}

const factsOf = (of: Reconciliation): Parameters<typeof Facts>[0]['facts'] => [
  [labels.status, <Progress key="status" of={of} />],
  [labels.found, <Counts key="counts" of={of} />],
  [labels.provider, of.provider],
  [labels.format, labels.formats[of.format]],
  [labels.days, <Days key="days" of={of} />],
  [labels.tolerance, String(of.tolerance_bp / 100)],
  [labels.rows, labels.rowsOf(count(of.rows_read), count(of.rows_left_out))],
  [labels.createdBy, <code key="by">{of.created_by}</code>],
  [labels.created, <Time key="created" at={of.created_at} />],
  [
    labels.finished,
    of.finished_at === null ? common.none : <Time key="finished" at={of.finished_at} />,
  ],
];

function Result({ of }: { of: Reconciliation }): ReactElement {
  const { all = false, after } = route.useSearch();
  const navigate = route.useNavigate();
  const query = {
    limit: PAGE_ROWS,
    only_differences: !all,
    ...(after === undefined ? {} : { after }),
  };
  const params = { path: { reconciliation_id: of.id }, query };
  const lines = useQuery({
    queryKey: ['reconciliation', of.id, query, of.days_compared],
    queryFn: () =>
      dataOf(platform.GET('/api/platform/reconciliations/{reconciliation_id}/lines', { params })),
  });
  const show = (next: { all?: true; after?: string }): void => void navigate({ search: next });
  const kept = all ? { all } : {};
  return (
    <Card
      title={labels.lines}
      actions={
        of.status === 'done' && (
          <CsvOfAddress
            name={`${of.id}.csv`}
            address={`/api/platform/reconciliations/${of.id}/lines.csv`}
          />
        )
      }
    >
      <label className="mb-3 flex items-center gap-2 text-sm">
        <input type="checkbox" checked={!all} onChange={() => show(all ? {} : { all: true })} />
        {labels.onlyDifferences}
      </label>
      <p className="mb-3 text-sm text-dim">{labels.both}</p>
      <Loaded query={lines}>
        {(rows) => (
          <>
            {rows.length === 0 ? (
              <p className="text-sm text-dim">
                {of.status === 'done' ? labels.noLines : labels.noLinesYet}
              </p>
            ) : (
              <Lines rows={rows} />
            )}
            <nav aria-label={common.more} className="mt-3 flex gap-2">
              {after !== undefined && <Button onClick={() => show(kept)}>{labels.first}</Button>}
              {rows.length === PAGE_ROWS && (
                <Button onClick={() => show({ ...kept, after: positionOf(rows.at(-1)) })}>
                  {labels.later}
                </Button>
              )}
            </nav>
          </>
        )}
      </Loaded>
    </Card>
  );
}

const positionOf = (line: ReconciliationLineOut | undefined): string =>
  line === undefined ? '' : `${line.day}/${line.model}`;
