import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import type { Schemas } from '../../shared/api/platform-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/platform.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, PageHead } from '../../shared/ui/card.tsx';
import { ChoiceField, TextField } from '../../shared/ui/field.tsx';
import { Money } from '../../shared/ui/money.tsx';
import { Table } from '../../shared/ui/table.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { NewUserDialog } from '../new-user-dialog.tsx';
import { KeyFinder } from '../key-finder.tsx';
import { PermittedOrReason } from '../permission.tsx';
import { ZoneNote } from '../zone-note.tsx';
import { USER_STATES, usersSearch } from '../search.ts';
import type { UsersSearch } from '../search.ts';

const labels = texts.users;
const PAGE_ROWS = 50;
const route = getRouteApi('/users');
type User = Schemas['PlatformUserOut'];

/** Every account, with its credit. */
export function UsersPage(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isNew, setNew] = useState(false);
  const users = useQuery({
    queryKey: ['users', search],
    queryFn: () =>
      dataOf(
        platform.GET('/api/platform/users', {
          params: { query: { ...search, limit: PAGE_ROWS } },
        }),
      ),
  });
  const show = (next: UsersSearch): void => void navigate({ search: usersSearch({ ...next }) });
  return (
    <>
      <PageHead
        title={labels.title}
        lead={labels.lead}
        actions={
          <PermittedOrReason use="POST /api/platform/users">
            <Button look="main" onClick={() => setNew(true)}>
              {labels.create}
            </Button>
          </PermittedOrReason>
        }
      />
      <Filters search={search} show={show} />
      <Loaded query={users}>{(rows) => <Rows rows={rows} search={search} show={show} />}</Loaded>
      <div className="mt-6">
        <KeyFinder />
      </div>
      <ZoneNote money />
      {isNew && <NewUserDialog close={() => setNew(false)} />}
    </>
  );
}

interface Shown {
  search: UsersSearch;
  show: (next: UsersSearch) => void;
}

function Filters({ search, show }: Shown): ReactElement {
  const { before: _page, ...filters } = search;
  const [typed, setTyped] = useState(search.search ?? '');
  const choices = USER_STATES.map((value) => ({ value, label: labels.states[value] }));
  return (
    <form
      className="mb-4 grid gap-3 sm:grid-cols-[minmax(0,20rem)_10rem]"
      onSubmit={(event) => {
        event.preventDefault();
        show({ ...filters, search: typed.trim() });
      }}
    >
      <TextField
        label={labels.search}
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ChoiceField
        label={labels.status}
        choices={[{ value: '', label: labels.any }, ...choices]}
        value={search.status ?? ''}
        onChange={(event) => show(usersSearch({ ...filters, status: event.target.value }))}
      />
    </form>
  );
}

const COLUMNS: readonly Column<User>[] = [
  {
    head: labels.email,
    cell: ({ id, email }) => (
      <Link to="/users/$userId" params={{ userId: id }} className="text-accent underline">
        <bdi>{email}</bdi>
      </Link>
    ),
  },
  { head: labels.name, cell: ({ name }) => <bdi>{name}</bdi> },
  {
    head: labels.status,
    cell: ({ status }) => (
      <Badge tone={status === 'active' ? 'good' : 'warn'}>{labels.states[status]}</Badge>
    ),
  },
  { head: labels.available, isNumber: true, cell: ({ credits }) => amountOf(credits?.available) },
  { head: labels.held, isNumber: true, cell: ({ credits }) => amountOf(credits?.reserved) },
  { head: labels.spent, isNumber: true, cell: (user) => amountOf(user.spent_30_days) },
  {
    head: labels.seen,
    cell: ({ last_seen_at: at }) => (at === null ? labels.never : <Time at={at} />),
  },
];

const amountOf = (amount: string | undefined): ReactElement | string =>
  amount === undefined ? common.none : <Money amount={amount} />;

function Rows({ rows, search, show }: Shown & { rows: readonly User[] }): ReactElement {
  const { before, ...filters } = search;
  const last = rows.at(-1);
  return (
    <>
      {rows.length === 0 ? (
        <Empty title={labels.none}>{labels.noneText}</Empty>
      ) : (
        <Table label={labels.title} rows={rows} keyOf={({ id }) => id} columns={COLUMNS} />
      )}
      <div className="mt-3 flex gap-2">
        {before !== undefined && <Button onClick={() => show(filters)}>{labels.first}</Button>}
        {rows.length === PAGE_ROWS && last !== undefined && (
          <Button onClick={() => show({ ...filters, before: last.id })}>{labels.later}</Button>
        )}
      </div>
    </>
  );
}
