import type { ReactElement } from 'react';
import { texts } from '../shared/texts/users.ts';
import { count } from '../shared/times.ts';
import { Money } from '../shared/ui/money.tsx';
import type { Quote } from './playground-call.ts';

const labels = texts.playground;

/** What a call may cost at most, and how much of that is its prompt. */
export function QuoteNote({ quote }: { quote: Quote }): ReactElement {
  return (
    <p className="text-sm text-dim">
      {labels.atMost} <Money amount={quote.max_cost} exact unit /> · {labels.prompted}{' '}
      <Money amount={quote.input_cost} exact unit /> ·{' '}
      {labels.tokens(count(quote.input_tokens), count(quote.output_tokens))}
    </p>
  );
}
