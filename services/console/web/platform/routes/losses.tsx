import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import type { Schemas } from '../../shared/api/platform-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { sales } from '../../shared/texts/sales.ts';
import { count } from '../../shared/times.ts';
import { Empty, PageHead } from '../../shared/ui/card.tsx';
import { ChoiceField } from '../../shared/ui/field.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { Table } from '../../shared/ui/table.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { DAY_CHOICES, DAYS_DEFAULT, overviewSearch } from '../search.ts';
import { UserLink } from '../user-link.tsx';
import { ZoneNote } from '../zone-note.tsx';

const labels = sales.losses;
const ROWS_MAX = 100;
const route = getRouteApi('/losses');

type Loss = Schemas['PlatformLossOut'];
const COLUMNS: readonly Column<Loss>[] = [
  {
    head: labels.user,
    cell: (row) => <UserLink id={row.user_id} email={row.user_email} />,
  },
  { head: labels.known, isNumber: true, cell: (row) => <Money amount={row.known} /> },
  { head: labels.most, isNumber: true, cell: (row) => <Money amount={row.at_most} /> },
  { head: labels.count, isNumber: true, cell: (row) => count(row.count) },
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
  { head: labels.last, cell: (row) => <Time at={row.last_at} /> },
];

/** Who has cost more than was charged. */
export function LossesPage(): ReactElement {
  const { days = DAYS_DEFAULT } = route.useSearch();
  const navigate = route.useNavigate();
  const query = { days, limit: ROWS_MAX };
  const losses = useQuery({
    queryKey: ['losses', query],
    queryFn: () => dataOf(platform.GET('/api/platform/losses', { params: { query } })),
  });
  return (
    <>
      <PageHead
        title={labels.title}
        lead={labels.lead}
        actions={
          <ChoiceField
            label={labels.days}
            choices={DAY_CHOICES}
            value={String(days)}
            onChange={(event) =>
              void navigate({ search: overviewSearch({ days: event.target.value }) })
            }
          />
        }
      />
      <Loaded query={losses}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={labels.none}>{labels.noneText}</Empty>
          ) : (
            <Table
              label={labels.title}
              rows={rows}
              keyOf={(row) => row.user_id}
              columns={COLUMNS}
            />
          )
        }
      </Loaded>
      <ZoneNote money />
    </>
  );
}
