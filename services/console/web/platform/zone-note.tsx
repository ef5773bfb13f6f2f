import type { ReactElement } from 'react';
import { common } from '../shared/texts/common.ts';
import { zone } from '../shared/times.ts';

/** In which zone the times of a page are. */
export function ZoneNote(): ReactElement {
  return <p className="mt-3 text-xs text-dim">{common.times(zone())}</p>;
}
