import { useState } from 'react';
import type { InputHTMLAttributes, ReactElement } from 'react';
import { SuggestField } from './suggest-field.tsx';
import type { Suggest } from './suggest-field.tsx';
import { common } from './texts/common.ts';
import { isoOf, localOf, longTime } from './times.ts';
import { Button } from './ui/button.tsx';
import { ChoiceField, TextField } from './ui/field.tsx';
import type { Choice } from './ui/field.tsx';

/** One thing that a list is narrowed by. */
export interface Filter extends Omit<InputHTMLAttributes<HTMLInputElement>, 'name'> {
  /** The search parameter of the address. */
  name: string;
  label: string;
  /** The field of the API, where it has another name: errors of that field appear below. */
  field?: string;
  /** A list of choices, which apply at once. */
  choices?: readonly Choice[];
  /** Values that the field suggests. */
  suggest?: Suggest;
  /** The choice where the address says nothing; empty by default. */
  initial?: string;
  /** Whether the field is shown on demand only. */
  isFurther?: boolean;
}

type Values = Readonly<Record<string, unknown>>;

interface FiltersProps {
  filters: readonly Filter[];
  /** What the address says now; the page of the list is left out. */
  values: Values;
  /** Shows what was asked for; what is not asked for is an empty text. */
  show: (asked: Record<string, unknown>) => void;
}

/**
 * The form that narrows a list, and what it is narrowed by; the address says what was asked for.
 * On a phone the form opens on demand.
 */
export function Filters({ filters, values, show }: FiltersProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const set = filters.filter((filter) => isSet(filter, values));
  const [isFurther, setFurther] = useState(set.some((filter) => filter.isFurther));
  const hasFurther = filters.some((filter) => filter.isFurther);
  return (
    <div className="mb-4 space-y-3">
      <Button className="sm:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {common.filters}
      </Button>
      <form
        key={JSON.stringify(values)}
        aria-label={common.filters}
        className={`grid grid-cols-2 items-end gap-3 md:grid-cols-4 xl:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] ${isOpen ? '' : 'max-sm:hidden'}`}
        onSubmit={(event) => {
          event.preventDefault();
          show(askedIn(new FormData(event.currentTarget), filters));
        }}
      >
        {filters.map((filter) => (
          <div
            key={filter.name}
            className={filter.isFurther === true && !isFurther ? 'hidden' : 'contents'}
          >
            <Field filter={filter} value={values[filter.name]} />
          </div>
        ))}
        <span className="flex flex-wrap gap-2">
          <Button type="submit">{common.apply}</Button>
          {hasFurther && (
            <Button look="quiet" aria-expanded={isFurther} onClick={() => setFurther(!isFurther)}>
              {isFurther ? common.fewerFilters : common.moreFilters}
            </Button>
          )}
        </span>
      </form>
      {set.length > 0 && <Chips filters={set} values={values} show={show} />}
    </div>
  );
}

const isSet = ({ name, initial = '' }: Filter, values: Values): boolean =>
  textOf(values[name], initial) !== initial;

/** What a list is narrowed by, each to be taken away alone. */
function Chips({ filters, values, show }: FiltersProps): ReactElement {
  return (
    <ul className="flex flex-wrap items-center gap-2 text-sm">
      {filters.map((filter) => (
        <li key={filter.name} className="max-w-full">
          <button
            type="button"
            title={common.removeFilter}
            className="inline-flex min-h-7 max-w-full items-center gap-2 rounded-full bg-accent-soft px-3 text-ink hover:underline"
            onClick={() => show({ ...values, [filter.name]: undefined })}
          >
            <span className="sr-only">{common.removeFilter}</span>
            <bdi className="truncate">
              {filter.label}: {shownOf(filter, textOf(values[filter.name], ''))}
            </bdi>
            <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
      <li>
        <Button look="quiet" onClick={() => show({})}>
          {common.reset}
        </Button>
      </li>
    </ul>
  );
}

/** A value as its field shows it. */
function shownOf({ choices, type }: Filter, text: string): string {
  if (type === 'datetime-local' && !Number.isNaN(Date.parse(text))) return longTime(text);
  return choices?.find(({ value }) => value === text)?.label ?? text;
}

const textOf = (value: unknown, initial: string): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : initial;

function Field({ filter, value }: { filter: Filter; value: unknown }): ReactElement {
  const { name, label, field = name, choices, suggest, initial = '', ...given } = filter;
  const { isFurther: _shown, ...rest } = given;
  const text = textOf(value, initial);
  if (choices !== undefined) {
    return (
      <ChoiceField
        label={label}
        name={field}
        choices={choices}
        defaultValue={text}
        onChange={(event) => event.target.form?.requestSubmit()}
      />
    );
  }
  const isMoment = rest.type === 'datetime-local';
  const props = { label, name: field, ...rest, defaultValue: isMoment ? localOf(text) : text };
  return suggest === undefined ? (
    <TextField {...props} />
  ) : (
    <SuggestField {...props} suggest={suggest} />
  );
}

function askedIn(form: FormData, filters: readonly Filter[]): Record<string, unknown> {
  return Object.fromEntries(
    filters.map(({ name, field = name, type }) => {
      const value = form.get(field);
      const text = typeof value === 'string' ? value.trim() : '';
      return [name, type === 'datetime-local' ? isoOf(text) : text];
    }),
  );
}
