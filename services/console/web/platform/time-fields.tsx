import type { ReactElement } from 'react';
import { callTimes as labels } from '../shared/texts/call-times.ts';
import { TextField } from '../shared/ui/field.tsx';

const NAMES = ['first_byte_seconds', 'total_seconds'] as const;

/** Limits of time as the API has them; null: the next wider limit holds. */
type CallTimes = Record<(typeof NAMES)[number], number | null>;

/** Limits of time as they were typed; empty: the next wider limit holds. */
export type TypedTimes = Record<(typeof NAMES)[number], string>;

/** What the fields show of the limits that are set. */
export function typedTimes({
  first_byte_seconds: first,
  total_seconds: total,
}: CallTimes): TypedTimes {
  return { first_byte_seconds: String(first ?? ''), total_seconds: String(total ?? '') };
}

/** What was typed, as a body of the API has it. */
export function givenTimes(typed: TypedTimes): CallTimes {
  const given = (text: string): number | null => (text.trim() === '' ? null : Number(text));
  return {
    first_byte_seconds: given(typed.first_byte_seconds),
    total_seconds: given(typed.total_seconds),
  };
}

interface TimeFieldsProps {
  /**
   * The kind of thing that the limits belong to, which decides what holds where a field is empty.
   */
  of: 'alias' | 'model' | 'credential';
  typed: TypedTimes;
  change: (next: TypedTimes) => void;
}

/**
 * A field for each limit of time. The server judges the numbers, so that its answer is shown at the
 * field.
 */
export function TimeFields({ of, typed, change }: TimeFieldsProps): ReactElement {
  return (
    <>
      {NAMES.map((name) => (
        <TextField
          key={name}
          label={labels.names[name]}
          name={name}
          hint={labels.hints[of][name]}
          type="number"
          step="any"
          value={typed[name]}
          onChange={(event) => change({ ...typed, [name]: event.target.value })}
        />
      ))}
    </>
  );
}

/** The limits of time that are set; nothing where none is. */
export function TimesOf(times: CallTimes): ReactElement | null {
  const shown = NAMES.flatMap((name) => {
    const seconds = times[name];
    return seconds === null ? [] : [`${labels.short[name]} ${labels.seconds(seconds)}`];
  });
  return shown.length === 0 ? null : <p className="text-xs text-dim">{shown.join(', ')}</p>;
}
