import { getRouteApi } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { AuditEventOut } from '@tollgate/contract/platform/audit';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { CsvOfAddress } from '../../shared/csv-of-all.tsx';
import { Filters } from '../../shared/filters.tsx';
import type { Filter } from '../../shared/filters.tsx';
import { byId, ListPage, PAGE_ROWS } from '../../shared/list.tsx';
import { common } from '../../shared/texts/common.ts';
import { auditTexts as labels } from '../../shared/texts/audit.ts';
import type { Column } from '../../shared/ui/table.tsx';
import { Time } from '../../shared/ui/time.tsx';
import { Named, UserLink } from '../user-link.tsx';
import { auditSearch } from '../search.ts';
import { VerifyBooks } from '../verify-books.tsx';
import { ZoneNote } from '../zone-note.tsx';

const route = getRouteApi('/audit');
type Event = AuditEventOut;

const FILTERS: readonly Filter[] = [
  { name: 'action', label: labels.action, placeholder: labels.actionHint },
  { name: 'user_id', label: labels.user },
  { name: 'date_from', label: labels.from, type: 'datetime-local' },
  { name: 'date_to', label: labels.until, type: 'datetime-local' },
];

/** The trail, and whether the ledger and the trail are intact. */
export function AuditPage(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { before: _page, ...values } = search;
  const query = { ...search, limit: PAGE_ROWS };
  const show = (next: Record<string, unknown>): void =>
    void navigate({ search: auditSearch(next) });
  return (
    <ListPage
      title={labels.title}
      lead={labels.lead}
      actions={
        <CsvOfAddress
          name="audit-events.csv"
          address={`/api/platform/exports/audit-events.csv?${new URLSearchParams({ ...values }).toString()}`}
        />
      }
      above={
        <div className="mb-4">
          <VerifyBooks />
        </div>
      }
      query={{
        queryKey: ['audit', search],
        queryFn: () => dataOf(platform.GET('/api/platform/audit-events', { params: { query } })),
      }}
      filters={<Filters filters={FILTERS} values={values} show={show} />}
      columns={COLUMNS}
      keyOf={({ id }) => id}
      empty={labels.none}
      emptyText={labels.noneText}
      pages={byId(search, show)}
    >
      <ZoneNote />
    </ListPage>
  );
}

const COLUMNS: readonly Column<Event>[] = [
  { head: labels.at, cell: ({ at }) => <Time at={at} exact /> },
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
