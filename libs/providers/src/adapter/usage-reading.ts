import type { SuspectReason } from '@tollgate/contract/suspect-usage';
import type { Usage, UsageReading } from './usage.ts';

/** More tokens than any model takes or gives: such a number is a fault, not a count. */
const TOKENS_MAX = 1_000_000_000;

/** The reading where a provider reported nothing. */
export const NOTHING_REPORTED: UsageReading = { usage: null };
/** The reading of a report that cannot be used. */
export const UNREADABLE: UsageReading = { usage: null, suspect: 'unreadable' };

/** A count of tokens: undefined when absent or null, NaN when it is no count. */
export function countOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const usable = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  return usable && value <= TOKENS_MAX ? value : Number.NaN;
}

/**
 * Usage that was read.
 * @param found what is wrong with the report, where the condition holds; the first counts
 */
export function readingOf(
  usage: Usage,
  found: Partial<Record<SuspectReason, boolean>> = {},
): UsageReading {
  const wrong = Object.entries(found).find(([, holds]) => holds);
  return wrong === undefined ? { usage } : { usage, suspect: wrong[0] as SuspectReason };
}

/**
 * The part of what was written to a cache that is kept for an hour, as a member of usage: at most
 * what was written at all.
 */
export function keptForAnHour(written: number, hour: number): Pick<Usage, 'cache_write_1h'> {
  return hour === 0 ? {} : { cache_write_1h: Math.min(hour, written) };
}

/**
 * Usage of a call that only reads.
 * @param input as {@link countOf} gives it
 * @param found as {@link readingOf} takes it
 */
export function inputReading(
  input: number | undefined,
  found?: Partial<Record<SuspectReason, boolean>>,
): UsageReading {
  if (input === undefined) return NOTHING_REPORTED;
  if (Number.isNaN(input)) return UNREADABLE;
  return readingOf({ input, cache_read: 0, cache_write: 0, output: 0, reasoning: 0 }, found);
}
