import type { ReactElement } from 'react';
import { common } from '../shared/texts/common.ts';
import { zone } from '../shared/times.ts';

/** In which zone the times of a page are; `money`: what its amounts are in, too. */
export function ZoneNote({ money = false }: { money?: boolean }): ReactElement {
  const notes = [common.times(zone()), ...(money ? [common.amounts] : [])];
  return <p className="mt-3 text-xs text-dim">{notes.join(' ')}</p>;
}
