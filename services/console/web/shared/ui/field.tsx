import { useId } from 'react';
import type {
  InputHTMLAttributes,
  ReactElement,
  ReactNode,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'react';

const BOX =
  'mt-1 block w-full min-h-9 rounded-md border border-line bg-card px-2.5 py-1.5 text-sm text-ink placeholder:text-dim';

interface Labelled {
  label: string;
  hint?: ReactNode;
  /** What is wrong with what was entered. */
  fault?: string | undefined;
}

/** A labelled input. */
export function TextField({
  label,
  hint,
  fault,
  ...rest
}: Labelled & InputHTMLAttributes<HTMLInputElement>): ReactElement {
  const id = useId();
  const told = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(fault === undefined ? [] : [`${id}-fault`]),
  ];
  return (
    <div className="min-w-0 text-sm">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        id={id}
        className={BOX}
        {...rest}
        {...(fault === undefined ? {} : { 'aria-invalid': true })}
        {...(told.length === 0 ? {} : { 'aria-describedby': told.join(' ') })}
      />
      {fault !== undefined && (
        <p id={`${id}-fault`} className="mt-1 text-xs break-words text-bad">
          {fault}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-xs text-dim">
          {hint}
        </p>
      )}
    </div>
  );
}

/** A labelled text of several lines. */
export function AreaField({
  label,
  ...rest
}: { label: string } & TextareaHTMLAttributes<HTMLTextAreaElement>): ReactElement {
  const id = useId();
  return (
    <div className="min-w-0 text-sm">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <textarea id={id} className={BOX} {...rest} />
    </div>
  );
}

interface Choice {
  value: string;
  label: string;
}

/** A labelled list of choices. */
export function ChoiceField({
  label,
  choices,
  ...rest
}: {
  label: string;
  choices: readonly Choice[];
} & SelectHTMLAttributes<HTMLSelectElement>): ReactElement {
  const id = useId();
  return (
    <div className="min-w-0 text-sm">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <select id={id} className={BOX} {...rest}>
        {choices.map(({ value, label: name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}
