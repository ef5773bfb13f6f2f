import type { ReactElement } from 'react';
import { formatCredits } from '../money.ts';

/** An amount; its every digit stands in the title, and in the text where `exact` asks for it. */
export function Money({
  amount,
  exact = false,
}: {
  amount: string;
  exact?: boolean;
}): ReactElement {
  return (
    <span className="tabular-nums" title={formatCredits(amount, true)}>
      {formatCredits(amount, exact)}
    </span>
  );
}
