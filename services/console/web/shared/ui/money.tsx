import type { ReactElement } from 'react';
import { formatCredits } from '../money.ts';
import { common } from '../texts/common.ts';

/**
 * An amount; the title has all its decimals, and so has the text with `exact`. `unit` says what it
 * is an amount of.
 */
export function Money({
  amount,
  exact = false,
  unit = false,
}: {
  amount: string;
  exact?: boolean;
  unit?: boolean;
}): ReactElement {
  return (
    <span className="tabular-nums" title={formatCredits(amount, true)}>
      {formatCredits(amount, exact)}
      {unit && <span className="text-sm font-normal text-dim"> {common.credits}</span>}
    </span>
  );
}
