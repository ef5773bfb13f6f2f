import type { ReactElement, ReactNode } from 'react';

/** Names with their values, one below the other. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [string, ReactNode])[];
}): ReactElement {
  return (
    <dl className="grid grid-cols-[fit-content(50%)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-dim">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
