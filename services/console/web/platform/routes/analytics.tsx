import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import type { AnalyticsReportOut } from '@tollgate/contract/platform/analytics';
import { dataOf } from '../../shared/api/data-of.ts';
import { platform } from '../../shared/api/platform-client.ts';
import { CompareField } from '../../shared/charts/usage-charts.tsx';
import { Loaded } from '../../shared/page-states.tsx';
import { charts } from '../../shared/texts/charts.ts';
import { sales } from '../../shared/texts/sales.ts';
import { longTime } from '../../shared/times.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Empty, PageHead } from '../../shared/ui/card.tsx';
import { FieldFaults } from '../../shared/ui/faults.tsx';
import { ChoiceField, TextField } from '../../shared/ui/field.tsx';
import { AnalyticsCharts } from '../analytics-charts.tsx';
import { queryOf, requestsOf } from '../analytics-query.ts';
import { Figures } from '../analytics-figures.tsx';
import { SideTable } from '../analytics-report.tsx';
import { analyticsSearch, HOUR_CHOICES, MORE_COLUMNS, SIDES } from '../search.ts';
import type { AnalyticsSearch, MoreColumn, Side } from '../search.ts';

const labels = sales.analytics;
const MODES = ['all', 'live', 'test'] as const;
const route = getRouteApi('/analytics');

/** Every call, by each of its sides. */
export function AnalyticsPage(): ReactElement {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = queryOf(search);
  const compare = search.compare === true;
  const show = (next: Readonly<Record<string, unknown>>): void =>
    void navigate({ search: analyticsSearch({ ...next }), resetScroll: false });
  const report = useQuery({
    queryKey: ['analytics', query, compare],
    queryFn: () =>
      dataOf(platform.GET('/api/platform/analytics', { params: { query: { ...query, compare } } })),
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
        <Filters key={JSON.stringify(query)} search={search} show={show} />
        <Loaded query={report}>
          {(found) => <Found of={found} search={search} show={show} />}
        </Loaded>
      </FieldFaults>
    </div>
  );
}

interface FoundProps {
  of: AnalyticsReportOut;
  search: AnalyticsSearch;
  show: (next: Readonly<Record<string, unknown>>) => void;
}

function Found({ of: found, search, show }: FoundProps): ReactElement {
  if (found.requests === 0 && (found.before?.requests ?? 0) === 0) {
    return <Empty title={labels.empty}>{labels.emptyText}</Empty>;
  }
  return (
    <>
      <Figures of={found} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <CompareField
          isChosen={search.compare === true}
          choose={(isChosen) => show({ ...search, compare: isChosen ? true : undefined })}
        />
        <p className="text-xs text-dim max-sm:hidden">{charts.help}</p>
      </div>
      <AnalyticsCharts of={found} search={search} show={show} />
      <Breakdowns of={found} search={search} show={show} />
    </>
  );
}

/** One side of the calls at a time. */
function Breakdowns({ of: found, search, show }: FoundProps): ReactElement {
  const { side = 'models', columns = [] } = search;
  const range = { from: found.from, until: found.until };
  return (
    <div className="space-y-3">
      <Sides chosen={side} choose={(next) => show({ ...search, side: next })} />
      {side !== 'errors' && (
        <Columns chosen={columns} choose={(chosen) => show({ ...search, columns: chosen })} />
      )}
      <SideTable
        of={found}
        side={side}
        columns={columns}
        calls={(narrower, text) => (
          <Link
            to="/requests"
            search={{ ...requestsOf(search, range), ...narrower }}
            className="text-accent underline"
          >
            <bdi className="break-all">{text}</bdi>
          </Link>
        )}
      />
    </div>
  );
}

function Sides({ chosen, choose }: { chosen: Side; choose: (side: Side) => void }): ReactElement {
  return (
    <div role="group" aria-label={labels.side} className="flex flex-wrap gap-2">
      {SIDES.map((side) => (
        <Button
          key={side}
          aria-pressed={side === chosen}
          look={side === chosen ? 'main' : 'plain'}
          onClick={() => choose(side)}
        >
          {labels.sides[side]}
        </Button>
      ))}
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
  show: (next: Readonly<Record<string, unknown>>) => void;
}

/** Among the choices of the period: days of the reader's own. */
const OWN = 'own';
/** Among the choices of the period: what was selected in a chart. */
const SELECTED = 'selected';
const HOURS_DEFAULT = 720;

function periodIn({ hours, from, until, date_from: selected }: AnalyticsSearch): string {
  if (selected !== undefined) return SELECTED;
  if (from !== undefined || until !== undefined) return OWN;
  return String(hours ?? HOURS_DEFAULT);
}

/** What a form asks for: one period, and the fields that are not empty. */
function askedBy(
  { from, until, date_from, date_to, ...typed }: Record<string, unknown>,
  period: string,
): Record<string, unknown> {
  const fields = Object.fromEntries(
    Object.entries(typed).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() : value,
    ]),
  );
  if (period === OWN) return { ...fields, hours: undefined, from, until };
  if (period === SELECTED) return { ...fields, hours: undefined, date_from, date_to };
  return { ...fields, hours: Number(period) === HOURS_DEFAULT ? undefined : Number(period) };
}

function Filters({ search, show }: FiltersProps): ReactElement {
  const [typed, setTyped] = useState<Record<string, unknown>>({ ...search });
  const [period, setPeriod] = useState(periodIn(search));
  const change = (name: string, value: string): void => setTyped({ ...typed, [name]: value });
  const textOf = (name: string): string => {
    const value = typed[name];
    return typeof value === 'string' ? value : '';
  };
  return (
    <form
      className="grid grid-cols-2 items-end gap-3 sm:grid-cols-3 xl:grid-cols-5"
      onSubmit={(event) => {
        event.preventDefault();
        show(askedBy({ ...search, ...typed }, period));
      }}
    >
      <ChoiceField
        label={labels.period}
        choices={periodsOf(search)}
        value={period}
        onChange={(event) => setPeriod(event.target.value)}
      />
      {period === OWN &&
        (['from', 'until'] as const).map((name) => (
          <TextField
            key={name}
            name={FIELD_OF[name]}
            label={labels[name]}
            type="date"
            value={textOf(name)}
            onChange={(event) => change(name, event.target.value)}
          />
        ))}
      {FIELDS.map(([name, label]) => (
        <TextField
          key={name}
          name={name}
          label={label}
          value={textOf(name)}
          onChange={(event) => change(name, event.target.value)}
        />
      ))}
      <ChoiceField
        label={labels.mode}
        name="mode"
        choices={MODES.map((value) => ({ value, label: labels.modes[value] }))}
        value={textOf('mode') || (textOf('api_key_id') === '' ? 'live' : 'all')}
        onChange={(event) => change('mode', event.target.value)}
      />
      <Button type="submit">{labels.show}</Button>
    </form>
  );
}

const periodsOf = ({ date_from: from, date_to: until }: AnalyticsSearch) => [
  ...(from === undefined || until === undefined
    ? []
    : [{ value: SELECTED, label: labels.between(longTime(from), longTime(until)) }]),
  ...HOUR_CHOICES.map((hours) => ({ value: String(hours), label: labels.periods[hours] })),
  { value: OWN, label: labels.ownDays },
];
