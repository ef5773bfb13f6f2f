import type { ReactElement } from 'react';
import { dimensionName } from '../shared/texts/names.ts';

/**
 * Prices by their dimensions, one below the other; a long name of a dimension leaves the room of an
 * amount.
 */
export function PricesOf({ prices }: { prices: Readonly<Record<string, string>> }): ReactElement {
  return (
    <dl className="grid grid-cols-[fit-content(60%)_minmax(0,1fr)] gap-x-2 text-xs">
      {Object.entries(prices).map(([dimension, amount]) => (
        <div key={dimension} className="contents">
          <dt className="text-dim">{dimensionName(dimension)}</dt>
          <dd className="tabular-nums">{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
