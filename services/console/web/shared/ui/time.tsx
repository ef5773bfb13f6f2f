import type { ReactElement } from 'react';
import { longTime, shortTime } from '../times.ts';

/** A moment in the reader's zone, which its title names. */
export function Time({ at }: { at: string }): ReactElement {
  return (
    <time dateTime={at} title={longTime(at)} className="whitespace-nowrap">
      {shortTime(at)}
    </time>
  );
}
