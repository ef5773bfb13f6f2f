import type { ReactElement } from 'react';
import { longTime, shortTime } from '../times.ts';

/** A moment in the reader's zone, which its title names. */
export function Time({ at }: { at: string }): ReactElement {
  const [day, clock] = shortTime(at);
  return (
    <time dateTime={at} title={longTime(at)}>
      <span className="whitespace-nowrap">{day}</span>{' '}
      <span className="whitespace-nowrap">{clock}</span>
    </time>
  );
}
