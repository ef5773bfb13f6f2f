import type { ReactElement } from 'react';
import { longTime, relativeTime, shortTime } from '../times.ts';

interface TimeProps {
  /** In ISO 8601. */
  at: string;
  /** The moment itself, however near it is, as in logs that are compared. */
  exact?: boolean;
}

/**
 * A moment in the reader's zone, a near one as the time from now; its title is exact and names the
 * zone.
 */
export function Time({ at, exact = false }: TimeProps): ReactElement {
  const near = exact ? null : relativeTime(at);
  const [day, clock] = shortTime(at);
  return (
    <time dateTime={at} title={longTime(at)}>
      {near === null ? (
        <>
          <span className="whitespace-nowrap">{day}</span>{' '}
          <span className="whitespace-nowrap">{clock}</span>
        </>
      ) : (
        <span className="whitespace-nowrap">{near}</span>
      )}
    </time>
  );
}
