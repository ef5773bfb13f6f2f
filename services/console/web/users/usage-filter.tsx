import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { texts } from '../shared/texts/users.ts';
import { zone } from '../shared/times.ts';
import { Button } from '../shared/ui/button.tsx';
import { ChoiceField, TextField } from '../shared/ui/field.tsx';
import type { UsageAsked } from './queries.ts';
import type { UsageSearch } from './search.ts';

const labels = texts.usage;
const DAYS = [1, 7, 30, 90, 365];
const DAYS_DEFAULT = 30;
/** Among the choices of days: two dates of the reader's own. */
const OWN = 'own';

/** What an address asks the route for. */
export function askedBy({ days, from, to, zone: named, step, mode }: UsageSearch): UsageAsked {
  const range =
    from === undefined && to === undefined
      ? { days: days ?? DAYS_DEFAULT }
      : { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  return {
    ...range,
    time_zone: named ?? zone(),
    ...(step === undefined ? {} : { step }),
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
        void navigate({ to: '/usage', search: searchIn(new FormData(event.currentTarget)) });
      }}
    >
      <RangeFields search={search} />
      <ZoneField chosen={search.zone} />
      <ChoiceField
        label={labels.step}
        name="step"
        defaultValue={search.step ?? 'day'}
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

/** The last days, or two dates. */
function RangeFields({ search }: { search: UsageSearch }): ReactElement {
  const hasDates = search.from !== undefined || search.to !== undefined;
  const [range, setRange] = useState(hasDates ? OWN : String(search.days ?? DAYS_DEFAULT));
  return (
    <>
      <ChoiceField
        label={labels.range}
        name="days"
        value={range}
        onChange={(event) => setRange(event.target.value)}
        choices={[
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

const ZONES = 'zones';

/** Any zone; those that the browser knows are offered. */
function ZoneField({ chosen }: { chosen: string | undefined }): ReactElement {
  const names = new Set([zone(), 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return (
    <>
      <TextField
        label={labels.zone}
        name="time_zone"
        list={ZONES}
        required
        defaultValue={chosen ?? zone()}
      />
      <datalist id={ZONES}>
        {[...names].map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

function searchIn(form: FormData): UsageSearch {
  const text = (name: string): string | undefined => {
    const value = form.get(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const days = text('days');
  const named = text('time_zone');
  return {
    ...(days === OWN ? { from: text('from'), to: text('to') } : { days: Number(days) }),
    zone: named === zone() ? undefined : named,
    step: text('step') === 'hour' ? 'hour' : undefined,
    mode: (['test', 'all'] as const).find((mode) => mode === text('mode')),
  };
}
