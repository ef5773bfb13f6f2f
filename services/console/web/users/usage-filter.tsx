import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { texts } from '../shared/texts/users.ts';
import { longTime, zone } from '../shared/times.ts';
import { Button } from '../shared/ui/button.tsx';
import { ChoiceField, TextField } from '../shared/ui/field.tsx';
import { ZoneField } from '../shared/ui/zone-field.tsx';
import type { UsageAsked } from './queries.ts';
import type { UsageSearch } from './search.ts';

const labels = texts.usage;
const DAYS = [1, 7, 30, 90, 365];
const DAYS_DEFAULT = 30;
const HOURS = 24;
/** Among the choices of days: two dates of the reader's own. */
const OWN = 'own';
/** Among the choices of days: the last hours. */
const LAST_HOURS = 'hours';
/** Among the choices of days: what was selected in a chart. */
const SELECTED = 'selected';

/** Which time an address names; what names another one is left out. */
function rangeIn({ days, hours, from, to, date_from, date_to }: UsageSearch): UsageAsked {
  if (date_from !== undefined && date_to !== undefined) return { date_from, date_to };
  if (hours !== undefined) return { hours };
  if (from === undefined && to === undefined) return { days: days ?? DAYS_DEFAULT };
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}

/** The step that an address names; hours where it names the last ones. */
export const stepIn = ({ step, hours }: UsageSearch): 'day' | 'hour' =>
  step ?? (hours === undefined ? 'day' : 'hour');

/** What an address asks the route for. */
export function askedBy(search: UsageSearch): UsageAsked {
  const { zone: named, mode } = search;
  return {
    ...rangeIn(search),
    time_zone: named ?? zone(),
    step: stepIn(search),
    ...(mode === undefined ? {} : { mode }),
  };
}

/** Which days, of which zone, in which steps. */
export function UsageFilter({ search }: { search: UsageSearch }): ReactElement {
  const navigate = useNavigate();
  return (
    <form
      aria-label={texts.requests.filter}
      className="mb-4 grid grid-cols-2 items-end gap-3 md:grid-cols-4 xl:grid-cols-7"
      onSubmit={(event) => {
        event.preventDefault();
        const { compare, by } = search;
        const asked = searchIn(new FormData(event.currentTarget), search);
        void navigate({ to: '/usage', search: { ...asked, compare, by } });
      }}
    >
      <RangeFields search={search} />
      <ZoneField label={labels.zone} name="time_zone" defaultValue={search.zone ?? zone()} />
      <ChoiceField
        label={labels.step}
        name="step"
        defaultValue={stepIn(search)}
        choices={(['day', 'hour'] as const).map((value) => ({
          value,
          label: labels.stepNames[value],
        }))}
      />
      <ChoiceField
        label={texts.requests.mode}
        name="mode"
        defaultValue={search.mode ?? ''}
        choices={[
          { value: '', label: texts.keys.modes.live },
          { value: 'test', label: texts.keys.modes.test },
          { value: 'all', label: labels.bothModes },
        ]}
      />
      <Button look="main" type="submit">
        {texts.requests.apply}
      </Button>
    </form>
  );
}

function choiceIn({ days, hours, from, to, date_from: selected }: UsageSearch): string {
  if (selected !== undefined) return SELECTED;
  if (hours !== undefined) return LAST_HOURS;
  return from !== undefined || to !== undefined ? OWN : String(days ?? DAYS_DEFAULT);
}

/** The last days or hours, two dates, or what was selected in a chart. */
function RangeFields({ search }: { search: UsageSearch }): ReactElement {
  const [range, setRange] = useState(choiceIn(search));
  const { date_from: from, date_to: to } = search;
  return (
    <>
      <ChoiceField
        label={labels.range}
        name="days"
        value={range}
        onChange={(event) => setRange(event.target.value)}
        choices={[
          ...(from === undefined || to === undefined
            ? []
            : [{ value: SELECTED, label: labels.between(longTime(from), longTime(to)) }]),
          { value: LAST_HOURS, label: labels.hours(HOURS) },
          ...DAYS.map((one) => ({ value: String(one), label: labels.days(one) })),
          { value: OWN, label: labels.ownRange },
        ]}
      />
      {range === OWN && (
        <>
          <TextField
            label={labels.from}
            name="from"
            type="date"
            required
            defaultValue={search.from}
          />
          <TextField label={labels.to} name="to" type="date" required defaultValue={search.to} />
        </>
      )}
    </>
  );
}

function searchIn(form: FormData, { date_from, date_to }: UsageSearch): UsageSearch {
  const text = (name: string): string | undefined => {
    const value = form.get(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const days = text('days');
  const named = text('time_zone');
  const rangeOf = (chosen: string | undefined): UsageSearch => {
    if (chosen === OWN) return { from: text('from'), to: text('to') };
    if (chosen === SELECTED) return { date_from, date_to };
    return chosen === LAST_HOURS ? { hours: HOURS } : { days: Number(chosen) };
  };
  return {
    ...rangeOf(days),
    zone: named === zone() ? undefined : named,
    step: (['day', 'hour'] as const).find((step) => step === text('step')),
    mode: (['test', 'all'] as const).find((mode) => mode === text('mode')),
  };
}
