const RETRY_AFTER_SECONDS_MAX = 15;

/**
 * How long a caller should wait before asking again, in seconds: 1, 2, 4 … 15, longer the longer
 * the operation has been going on.
 */
export function pollAfterSeconds(ageMs: number): number {
  const doublings = Math.floor(Math.log2(Math.max(1, ageMs / 1_000)));
  return Math.min(RETRY_AFTER_SECONDS_MAX, 2 ** doublings);
}
