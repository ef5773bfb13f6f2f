import { asFailure } from './api/failure.ts';

/**
 * How often what changes by itself is asked for while somebody looks, in milliseconds: with the
 * time of an answer, what is shown is five seconds old at most. Pages that are hidden ask nothing.
 */
export const LIVE_MS = 4_000;

/** Statuses from … to by which a server says no; asking again would not change that. */
const REFUSED = { from: 400, to: 499 };

/** How a query follows what changes, in milliseconds; false once it was refused. */
export function live({ state: { error } }: { state: { error: Error | null } }): number | false {
  if (error === null) return LIVE_MS;
  const { status } = asFailure(error);
  return status >= REFUSED.from && status <= REFUSED.to ? false : LIVE_MS;
}
