import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { Loaded } from '../../shared/page-states.tsx';
import { sales } from '../../shared/texts/sales.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, PageHead } from '../../shared/ui/card.tsx';
import { FieldFaults } from '../../shared/ui/faults.tsx';
import { ChoiceField, TextField } from '../../shared/ui/field.tsx';
import { AnalyticsReport } from '../analytics-report.tsx';
import { analyticsSearch, MORE_COLUMNS } from '../search.ts';
import type { AnalyticsSearch, MoreColumn } from '../search.ts';

const labels = sales.analytics;
const DAY_MS = 86_400_000;
const MODES = ['all', 'live', 'test'] as const;
const route = getRouteApi('/analytics');

/** The first moment of a day in UTC, some days on. */
const momentOf = (day: string, later: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + later * DAY_MS).toISOString();

/** The search as the route takes it: a day that is included ends where the next begins. */
function queryOf({ from, until, columns: _shown, ...filters }: AnalyticsSearch) {
  return {
    ...filters,
    ...(from === undefined ? {} : { date_from: momentOf(from, 0) }),
    ...(until === undefined ? {} : { date_to: momentOf(until, 1) }),
  };
}

/** Every call, by each of its sides. */
export function AnalyticsPage(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = queryOf(search);
  const { columns = [] } = search;
  const show = (next: Readonly<Record<string, unknown>>): void =>
    void navigate({ search: analyticsSearch({ ...next }), resetScroll: false });
  const report = useQuery({
    queryKey: ['analytics', query],
    queryFn: () => dataOf(platform.GET('/api/platform/analytics', { params: { query } })),
  });
  const file = `/api/platform/analytics.csv?${new URLSearchParams(query).toString()}`;
  return (
    <div className="space-y-4">
      <PageHead
        title={labels.title}
        lead={labels.lead}
        actions={
          <a href={file} download className="text-sm text-accent underline">
            {labels.csvAll}
          </a>
        }
      />
      <FieldFaults error={report.error}>
        <Filters
          key={JSON.stringify(query)}
          search={search}
          show={(next) => show({ ...next, columns })}
        />
        <Loaded query={report}>
          {(found) =>
            found.requests === 0 ? (
              <Empty title={labels.empty}>{labels.emptyText}</Empty>
            ) : (
              <>
                <Columns
                  chosen={columns}
                  choose={(chosen) => show({ ...search, columns: chosen })}
                />
                <AnalyticsReport of={found} columns={columns} />
              </>
            )
          }
        </Loaded>
      </FieldFaults>
    </div>
  );
}

/** The fields of days as the route has them. */
const FIELD_OF = { from: 'date_from', until: 'date_to' } as const;

interface ColumnsProps {
  chosen: readonly MoreColumn[];
  choose: (columns: readonly MoreColumn[]) => void;
}

/** Switches columns on that not everybody wants; the address keeps them. */
function Columns({ chosen, choose }: ColumnsProps): ReactElement {
  const turn = (name: MoreColumn): void =>
    choose(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <legend className="sr-only">{labels.columns}</legend>
      <span aria-hidden className="py-1 text-dim">
        {labels.columns}
      </span>
      {MORE_COLUMNS.map((name) => (
        <label key={name} className="flex min-h-7 items-center gap-2">
          <input type="checkbox" checked={chosen.includes(name)} onChange={() => turn(name)} />
          {labels[name]}
        </label>
      ))}
    </fieldset>
  );
}

const FIELDS = [
  ['organization_id', labels.user],
  ['provider', labels.provider],
  ['model', labels.model],
  ['status', labels.status],
  ['endpoint', labels.endpoint],
  ['api_key_id', labels.key],
] as const;

interface FiltersProps {
  search: AnalyticsSearch;
  show: (next: Record<string, string>) => void;
}

function Filters({ search: { columns: _shown, ...search }, show }: FiltersProps): ReactElement {
  const [typed, setTyped] = useState<Record<string, string>>({ ...search });
  const change = (name: string, value: string): void => setTyped({ ...typed, [name]: value });
  return (
    <form
      className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 xl:grid-cols-5"
      onSubmit={(event) => {
        event.preventDefault();
        show(Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.trim()])));
      }}
    >
      {(['from', 'until'] as const).map((name) => (
        <TextField
          key={name}
          name={FIELD_OF[name]}
          label={labels[name]}
          type="date"
          value={typed[name] ?? ''}
          onChange={(event) => change(name, event.target.value)}
        />
      ))}
      {FIELDS.map(([name, label]) => (
        <TextField
          key={name}
          name={name}
          label={label}
          value={typed[name] ?? ''}
          onChange={(event) => change(name, event.target.value)}
        />
      ))}
      <ChoiceField
        label={labels.mode}
        name="mode"
        choices={MODES.map((value) => ({ value, label: labels.modes[value] }))}
        value={typed['mode'] ?? 'all'}
        onChange={(event) => change('mode', event.target.value)}
      />
      <Button type="submit">{labels.show}</Button>
    </form>
  );
}
