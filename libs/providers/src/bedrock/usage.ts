import type { Usage } from '../adapter.ts';
import { isObject } from '../json.ts';

/** More tokens than any model takes or gives: such a number is a fault, not a count. */
const TOKENS_MAX = 1_000_000_000;

/**
 * Usage in buckets that do not overlap, or null when the provider reported none or nonsense. The provider counts what
 * was read from and written to a cache beside the input, and reasoning within the output.
 */
export function usageFromWire(reported: unknown): Usage | null {
  if (!isObject(reported)) return null;
  const counts = {
    input: count(reported['inputTokens']),
    cache_read: count(reported['cacheReadInputTokens'] ?? 0),
    cache_write: count(reported['cacheWriteInputTokens'] ?? 0),
    output: count(reported['outputTokens']),
  };
  return Object.values(counts).some(Number.isNaN) ? null : { ...counts, reasoning: 0 };
}

/** A count of tokens, or NaN for what is none. */
export function count(value: unknown): number {
  const usable = typeof value === 'number' && Number.isSafeInteger(value);
  return usable && value >= 0 && value <= TOKENS_MAX ? value : Number.NaN;
}
