import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import type { Schemas } from '../../shared/api/platform-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { common } from '../../shared/texts/common.ts';
import { texts } from '../../shared/texts/platform.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, PageHead } from '../../shared/ui/card.tsx';
import { FieldFaults } from '../../shared/ui/faults.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { Table } from '../../shared/ui/table.tsx';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { CsvOfAddress } from '../../shared/csv-of-all.tsx';
import { Named, UserLink } from '../user-link.tsx';
import { auditSearch } from '../search.ts';
import type { AuditSearch } from '../search.ts';
import { VerifyBooks } from '../verify-books.tsx';
import { ZoneNote } from '../zone-note.tsx';

const labels = texts.audit;
const PAGE_ROWS = 50;
const route = getRouteApi('/audit');
type Event = Schemas['AuditEventOut'];

/** The trail, and whether both books hold. */
export function AuditPage(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { before, ...filters } = search;
  const events = useQuery({
    queryKey: ['audit', search],
    queryFn: () =>
      dataOf(
        platform.GET('/api/platform/audit-events', {
          params: { query: { ...search, limit: PAGE_ROWS } },
        }),
      ),
  });
  const show = (next: AuditSearch): void => void navigate({ search: auditSearch({ ...next }) });
  return (
    <>
      <PageHead
        title={labels.title}
        lead={labels.lead}
        actions={
          <CsvOfAddress
            name="audit-events.csv"
            address={`/api/platform/exports/audit-events.csv?${new URLSearchParams({ ...filters }).toString()}`}
          />
        }
      />
      <VerifyBooks />
      <FieldFaults error={events.error}>
        <Filters key={JSON.stringify(filters)} filters={filters} show={show} />
        <Loaded query={events}>
          {(rows) => (
            <>
              <Rows rows={rows} />
              <Pages rows={rows} before={before} filters={filters} show={show} />
            </>
          )}
        </Loaded>
      </FieldFaults>
      <ZoneNote />
    </>
  );
}

interface Shown {
  filters: AuditSearch;
  show: (next: AuditSearch) => void;
}

/** What the browser's field of a moment shows, which knows no zone. */
const localOf = (iso: string | undefined): string => {
  if (iso === undefined) return '';
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

const isoOf = (local: string): string => (local === '' ? '' : new Date(local).toISOString());

function Filters({ filters, show }: Shown): ReactElement {
  const [action, setAction] = useState(filters.action ?? '');
  const [user, setUser] = useState(filters.user_id ?? '');
  const [from, setFrom] = useState(localOf(filters.date_from));
  const [until, setUntil] = useState(localOf(filters.date_to));
  return (
    <form
      className="my-4 grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-5"
      onSubmit={(event) => {
        event.preventDefault();
        const moments = { date_from: isoOf(from), date_to: isoOf(until) };
        show({ action: action.trim(), user_id: user.trim(), ...moments });
      }}
    >
      <TextField
        label={labels.action}
        name="action"
        placeholder={labels.actionHint}
        value={action}
        onChange={(event) => setAction(event.target.value)}
      />
      <TextField
        label={labels.user}
        name="user_id"
        value={user}
        onChange={(event) => setUser(event.target.value)}
      />
      <TextField
        label={labels.from}
        name="date_from"
        type="datetime-local"
        value={from}
        onChange={(event) => setFrom(event.target.value)}
      />
      <TextField
        label={labels.until}
        name="date_to"
        type="datetime-local"
        value={until}
        onChange={(event) => setUntil(event.target.value)}
      />
      <Button type="submit">{labels.filter}</Button>
    </form>
  );
}

const COLUMNS: readonly Column<Event>[] = [
  { head: labels.at, cell: ({ at }) => <Time at={at} /> },
  { head: labels.who, cell: ({ actor }) => <bdi className="block min-w-40">{actor.label}</bdi> },
  { head: labels.what, cell: ({ action }) => <code className="whitespace-nowrap">{action}</code> },
  { head: labels.target, cell: (event) => <Target event={event} /> },
  {
    head: labels.details,
    cell: ({ details }) => <Details of={details} />,
  },
];

/** The details of an event, a line for each of its fields. */
function Details({ of: details }: { of: Event['details'] }): ReactElement {
  const fields = Object.entries(details);
  if (fields.length === 0) return <>{common.none}</>;
  return (
    <dl className="max-w-[40rem] min-w-40 text-xs">
      {fields.map(([name, value]) => (
        <div key={name} className="flex flex-wrap gap-x-2">
          <dt className="text-dim">{name.replaceAll('_', ' ')}</dt>
          <dd>
            <bdi className="font-mono">
              {typeof value === 'string' ? value : JSON.stringify(value)}
            </bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What an event is about, and the user whom it concerns. */
function Target({ event }: { event: Event }): ReactElement {
  const { target, user_id: user, user_email: email } = event;
  return (
    <div className="min-w-40">
      {user !== null && <UserLink id={user} email={email} />}
      {target.id !== user && <Named id={target.id ?? target.kind} name={target.label} />}
    </div>
  );
}

function Rows({ rows }: { rows: readonly Event[] }): ReactElement {
  if (rows.length === 0) return <Empty title={labels.none}>{labels.noneText}</Empty>;
  return <Table label={labels.title} rows={rows} keyOf={({ id }) => id} columns={COLUMNS} />;
}

function Pages({
  rows,
  before,
  filters,
  show,
}: Shown & { rows: readonly Event[]; before: string | undefined }): ReactElement {
  const last = rows.at(-1);
  return (
    <nav aria-label={common.more} className="mt-3 flex gap-2">
      {before !== undefined && <Button onClick={() => show(filters)}>{labels.first}</Button>}
      {rows.length === PAGE_ROWS && last !== undefined && (
        <Button onClick={() => show({ ...filters, before: last.id })}>{labels.later}</Button>
      )}
    </nav>
  );
}
