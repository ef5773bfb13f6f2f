import type { ButtonHTMLAttributes, ReactElement } from 'react';

const LOOKS = {
  main: 'bg-accent text-accent-ink border-transparent hover:underline',
  plain: 'bg-card text-ink border-line hover:border-dim',
  danger: 'bg-bad text-card border-transparent hover:underline',
  quiet: 'bg-transparent text-dim border-transparent hover:text-ink',
} as const;

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: keyof typeof LOOKS;
}

/** A button; `look` says how much it asks to be pressed. */
export function Button({ look = 'plain', className = '', ...rest }: ButtonProps): ReactElement {
  return (
    <button
      type="button"
      className={`inline-flex min-h-9 items-center justify-center gap-2 rounded-md border px-3 py-1.5 text-sm font-medium disabled:opacity-60 ${LOOKS[look]} ${className}`}
      {...rest}
    />
  );
}
