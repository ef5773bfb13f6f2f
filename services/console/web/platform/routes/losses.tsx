import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { PlatformLossOut } from '@tollgate/contract/platform/losses';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { Filters } from '../../shared/filters.tsx';
import { ListPage } from '../../shared/list.tsx';
import { sales } from '../../shared/texts/sales.ts';
import { count } from '../../shared/times.ts';
import { Money } from '../../shared/ui/money.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { DAY_CHOICES, DAYS_DEFAULT, overviewSearch } from '../search.ts';
import { UserLink } from '../user-link.tsx';
import { ZoneNote } from '../zone-note.tsx';

const labels = sales.losses;
const ROWS_MAX = 100;
const route = getRouteApi('/losses');

const FILTERS = [
  { name: 'days', label: labels.days, choices: DAY_CHOICES, initial: String(DAYS_DEFAULT) },
];
type Loss = PlatformLossOut;
const COLUMNS: readonly Column<Loss>[] = [
  {
    head: labels.user,
    cell: (row) => <UserLink id={row.user_id} email={row.user_email} />,
  },
  {
    head: labels.known,
    isNumber: true,
    sort: (row) => Number(row.known),
    cell: (row) => <Money amount={row.known} />,
  },
  {
    head: labels.most,
    isNumber: true,
    sort: (row) => Number(row.at_most),
    cell: (row) => <Money amount={row.at_most} />,
  },
  { head: labels.count, isNumber: true, sort: (row) => row.count, cell: (row) => count(row.count) },
  {
    head: labels.covered,
    isNumber: true,
    cell: (row) => <Money amount={row.covered} />,
  },
  {
    head: labels.coveredCount,
    isNumber: true,
    cell: (row) => count(row.covered_count),
  },
  { head: labels.last, sort: (row) => row.last_at, cell: (row) => <Time at={row.last_at} /> },
];

/** Who has cost more than was charged. */
export function LossesPage(): ReactElement {
  const { days = DAYS_DEFAULT } = route.useSearch();
  const navigate = route.useNavigate();
  const query = { days, limit: ROWS_MAX };
  const show = (next: Record<string, unknown>): void =>
    void navigate({ search: overviewSearch(next) });
  return (
    <ListPage
      title={labels.title}
      lead={labels.lead}
      query={{
        queryKey: ['losses', query],
        queryFn: () => dataOf(platform.GET('/api/platform/losses', { params: { query } })),
      }}
      filters={<Filters filters={FILTERS} values={{ days }} show={show} />}
      columns={COLUMNS}
      keyOf={(row) => row.user_id}
      empty={labels.none}
      emptyText={labels.noneText}
    >
      <ZoneNote money />
    </ListPage>
  );
}
