import type { Timers } from '@tollgate/runtime/timers';

/**
 * Pauses between attempts as the convention recommends, in multiples of the first, which is 5 s: 5
 * s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h.
 */
const PAUSES = [1, 60, 360, 1_440, 3_600, 7_200, 10_080, 14_400, 17_280] as const;
/**
 * Pauses differ by so much of themselves, so that what failed together is not sent together again.
 */
const JITTER_PART = 0.1;

/** How often a message is tried before its delivery has failed. */
export const ATTEMPTS_MAX = PAUSES.length + 1;

/**
 * The pause before the next attempt, in milliseconds; null when there is none.
 * @param step how many attempts of the schedule were made
 * @param given.askedMs how long the receiver asks to wait; it cannot ask for more than the longest
 *   pause
 * @param given.random from 0 to 1
 */
export function pauseAfter(
  step: number,
  timers: Pick<Timers, 'webhookRetry'>,
  given: { askedMs: number | null; random: number },
): number | null {
  const factor = PAUSES[step - 1];
  if (factor === undefined) return null;
  const pauseMs = factor * timers.webhookRetry * (1 + JITTER_PART * given.random);
  const longestMs = Math.max(...PAUSES) * timers.webhookRetry;
  return Math.round(Math.max(pauseMs, Math.min(given.askedMs ?? 0, longestMs)));
}
