import type { ReactElement, ReactNode } from 'react';
import type { LimitsIn, LimitsOut } from '@tollgate/contract/limits-document';
import { keyLabels as labels } from '../texts/keys.ts';
import { TextField } from '../ui/field.tsx';
import { numberIn, textIn } from './form-values.ts';

type Limits = LimitsOut;
type LimitName = keyof Limits;

const AMOUNTS = ['credits_per_day', 'credits_per_month'] as const satisfies readonly LimitName[];
const NUMBERS = [
  'requests_per_minute',
  'tokens_per_minute',
  'concurrent_requests',
] as const satisfies readonly LimitName[];
/** Each limit, in the order in which they are shown. */
export const LIMITS: readonly LimitName[] = [...AMOUNTS, ...NUMBERS, 'output_tokens_per_request'];

interface LimitFieldsProps {
  limits: Limits | undefined;
  /** The prefix of the names of limits in the request, such as `limits.`. */
  within?: string;
  /** Whether the form asks for the ceiling of one request too. */
  isWhole?: boolean;
  children?: ReactNode;
}

/** Asks for limits; an empty field is no limit. */
export function LimitFields(props: LimitFieldsProps): ReactElement {
  const { limits, within = '', isWhole = false, children } = props;
  const numbers = isWhole ? ([...NUMBERS, 'output_tokens_per_request'] as const) : NUMBERS;
  return (
    <fieldset className="grid gap-3 rounded-md border border-line p-3 sm:grid-cols-2">
      <legend className="px-1 text-sm font-medium">{labels.limits}</legend>
      {AMOUNTS.map((name) => (
        <TextField
          key={name}
          label={labels.limitNames[name]}
          name={within + name}
          inputMode="decimal"
          pattern="\d+(\.\d{1,9})?"
          title={labels.amountFault}
          defaultValue={limits?.[name] ?? ''}
        />
      ))}
      {numbers.map((name) => (
        <TextField
          key={name}
          label={labels.limitNames[name]}
          name={within + name}
          type="number"
          min={1}
          defaultValue={limits?.[name] ?? ''}
        />
      ))}
      {children}
    </fieldset>
  );
}

interface LimitsAsked {
  /** The prefix of the names of limits in the form. */
  within?: string;
  /** The ceiling of one request where the form does not ask for it. */
  kept?: number | null;
}

/** The limits as the form has them. */
export function limitsIn(form: FormData, { within = '', kept }: LimitsAsked = {}): LimitsIn {
  const number = (name: LimitName): number | null => numberIn(form, within + name);
  return {
    ...Object.fromEntries(NUMBERS.map((name) => [name, number(name)])),
    ...Object.fromEntries(AMOUNTS.map((name) => [name, textIn(form, within + name) || null])),
    output_tokens_per_request: kept === undefined ? number('output_tokens_per_request') : kept,
  };
}
