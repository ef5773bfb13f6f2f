import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { PlatformUserOut } from '@tollgate/contract/platform/users';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { Filters } from '../../shared/filters.tsx';
import type { Filter } from '../../shared/filters.tsx';
import { byId, ListPage, PAGE_ROWS } from '../../shared/list.tsx';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/platform.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Money } from '../../shared/ui/money.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { NewUserDialog } from '../new-user-dialog.tsx';
import { KeyFinder } from '../key-finder.tsx';
import { PermittedOrReason } from '../permission.tsx';
import { UserLink } from '../user-link.tsx';
import { ZoneNote } from '../zone-note.tsx';
import { USER_STATES, usersSearch } from '../search.ts';

const labels = texts.users;
const route = getRouteApi('/users');
type User = PlatformUserOut;

const STATES = USER_STATES.map((value) => ({ value, label: labels.states[value] }));
const FILTERS: readonly Filter[] = [
  { name: 'search', label: labels.search, type: 'search' },
  { name: 'status', label: labels.status, choices: [{ value: '', label: labels.any }, ...STATES] },
];

/** Every account, with its credit. */
export function UsersPage(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isNew, setNew] = useState(false);
  const { before: _page, ...values } = search;
  const query = { ...search, limit: PAGE_ROWS };
  const show = (next: Record<string, unknown>): void =>
    void navigate({ search: usersSearch(next) });
  return (
    <ListPage
      title={labels.title}
      lead={labels.lead}
      actions={
        <PermittedOrReason use="POST /api/platform/users">
          <Button look="main" onClick={() => setNew(true)}>
            {labels.create}
          </Button>
        </PermittedOrReason>
      }
      query={{
        queryKey: ['users', search],
        queryFn: () => dataOf(platform.GET('/api/platform/users', { params: { query } })),
      }}
      filters={<Filters filters={FILTERS} values={values} show={show} />}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={labels.none}
      emptyText={labels.noneText}
      pages={byId(search, show)}
    >
      <div className="mt-6">
        <KeyFinder />
      </div>
      <ZoneNote money />
      {isNew && <NewUserDialog close={() => setNew(false)} />}
    </ListPage>
  );
}

const COLUMNS: readonly Column<User>[] = [
  {
    head: labels.email,
    sort: ({ email }) => email,
    cell: ({ id, email }) => <UserLink id={id} email={email} />,
  },
  { head: labels.name, sort: ({ name }) => name, cell: ({ name }) => <bdi>{name}</bdi> },
  {
    head: labels.status,
    cell: ({ status }) => (
      <Badge tone={status === 'active' ? 'good' : 'warn'}>{labels.states[status]}</Badge>
    ),
  },
  {
    head: labels.available,
    isNumber: true,
    sort: ({ credits }) => Number(credits?.available ?? 0),
    cell: ({ credits }) => amountOf(credits?.available),
  },
  {
    head: labels.held,
    isNumber: true,
    sort: ({ credits }) => Number(credits?.reserved ?? 0),
    cell: ({ credits }) => amountOf(credits?.reserved),
  },
  {
    head: labels.spent,
    isNumber: true,
    sort: (user) => Number(user.spent_30_days),
    cell: (user) => amountOf(user.spent_30_days),
  },
  {
    head: labels.seen,
    sort: (row) => row.last_seen_at,
    cell: ({ last_seen_at: at }) => (at === null ? labels.never : <Time at={at} />),
  },
];

const amountOf = (amount: string | undefined): ReactElement | string =>
  amount === undefined ? common.none : <Money amount={amount} />;
