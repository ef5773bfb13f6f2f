import type { ReactElement, ReactNode } from 'react';
import { useForm } from '../use-form.ts';
import type { FormRules } from '../use-form.ts';
import { Button } from './button.tsx';
import { ErrorNote } from './error-note.tsx';
import { FieldFaults } from './faults.tsx';

interface FormProps<Result> extends FormRules<Result> {
  /** What the button says. */
  action: string;
  /** What it says while the form is on its way. */
  pending?: string;
  /** Whether the form may be sent; true by default. */
  isReady?: boolean;
  /** Before the button that sends the form. */
  beside?: ReactNode;
  look?: 'main' | 'danger';
  className?: string;
  children: ReactNode;
}

/** Fields with a button that sends them; a refusal is shown at its field and below. */
export function Form<Result>(props: FormProps<Result>): ReactElement {
  const { action, pending = action, isReady = true, beside, look = 'main' } = props;
  const { className = '', children, ...rules } = props;
  const { error, isPending, onSubmit } = useForm(rules);
  return (
    <form className={`space-y-4 ${className}`} onSubmit={onSubmit}>
      <FieldFaults error={error}>
        {children}
        {error !== undefined && <ErrorNote error={error} />}
      </FieldFaults>
      <div className="flex justify-end gap-2">
        {beside}
        <Button
          look={look}
          type="submit"
          disabled={!isReady || isPending}
          className={beside === undefined ? 'w-full' : ''}
        >
          {isPending ? pending : action}
        </Button>
      </div>
    </form>
  );
}
