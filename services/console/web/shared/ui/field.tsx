import { useId } from 'react';
import type {
  InputHTMLAttributes,
  ReactElement,
  ReactNode,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'react';
import { useFault } from './faults.tsx';

const BOX =
  'mt-1 block w-full min-h-9 rounded-md border border-line bg-card px-2.5 py-1.5 text-sm text-ink placeholder:text-dim aria-invalid:border-bad';

/**
 * An input's `name` is the field of the API that it fills, such as `limits.credits_per_day`: errors
 * of that field appear below.
 */
interface Labelled {
  label: string;
  name?: string | undefined;
}

interface Hinted extends Labelled {
  hint?: ReactNode;
}

interface Notes {
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

interface FieldProps extends Hinted {
  children: (id: string, notes: Notes) => ReactNode;
}

function Field({ label, name, hint, children }: FieldProps): ReactElement {
  const id = useId();
  const fault = useFault(name, label);
  const texts = [
    { id: `${id}-fault`, look: 'text-bad', text: fault },
    { id: `${id}-hint`, look: 'text-dim', text: hint },
  ].filter(({ text }) => text !== undefined && text !== '');
  const notes: Notes = {
    ...(texts.length === 0 ? {} : { 'aria-describedby': texts.map((one) => one.id).join(' ') }),
    ...(fault === '' ? {} : { 'aria-invalid': true }),
  };
  return (
    <div className="min-w-0 text-sm break-words">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children(id, notes)}
      {texts.map((one) => (
        <p key={one.id} id={one.id} className={`mt-1 text-xs break-words ${one.look}`}>
          <bdi>{one.text}</bdi>
        </p>
      ))}
    </div>
  );
}

/** A labelled input. */
export function TextField({
  label,
  hint,
  ...rest
}: Hinted & InputHTMLAttributes<HTMLInputElement>): ReactElement {
  return (
    <Field label={label} name={rest.name} hint={hint}>
      {(id, notes) => <input id={id} className={BOX} {...rest} {...notes} />}
    </Field>
  );
}

/** A labelled text of several lines. */
export function AreaField({
  label,
  ...rest
}: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>): ReactElement {
  return (
    <Field label={label} name={rest.name}>
      {(id, notes) => <textarea id={id} className={BOX} {...rest} {...notes} />}
    </Field>
  );
}

/** One of a list of choices. */
export interface Choice {
  value: string;
  label: string;
}

/** A labelled list of choices. */
export function ChoiceField({
  label,
  choices,
  ...rest
}: Labelled & {
  choices: readonly Choice[];
} & SelectHTMLAttributes<HTMLSelectElement>): ReactElement {
  return (
    <Field label={label} name={rest.name}>
      {(id, notes) => (
        <select id={id} className={BOX} {...rest} {...notes}>
          {choices.map(({ value, label: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
