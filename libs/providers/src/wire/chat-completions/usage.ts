import type { Usage } from '../../adapter.ts';
import { asObject, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';

/** How a provider counts. */
export interface UsageConvention {
  /**
   * Reasoning tokens lie inside `completion_tokens`, beside them, or are what the total has over the
   * named parts. `total`: beside when the total says so, else inside.
   */
  reasoning: 'inside' | 'beside' | 'rest' | 'total';
}

/** More tokens than any model takes or gives: such a number is a fault, not a count. */
const TOKENS_MAX = 1_000_000_000;

interface Counts {
  prompt: number;
  completion: number;
  total: number | undefined;
  reasoning: number;
  cacheRead: number;
  cacheWrite: number;
}

/**
 * Usage in buckets that do not overlap, or null when the provider reported none or nonsense: a missing
 * total, a negative or fractional number, a string, a number beyond reason.
 */
export function usageFromWire(reported: unknown, convention: UsageConvention): Usage | null {
  if (!isObject(reported)) return null;
  const counts = countsOf(reported);
  if (counts === null) return null;
  const cacheRead = Math.min(counts.cacheRead, counts.prompt);
  // Tokens written to a cache are a part of the prompt's tokens, like tokens read from it.
  const cacheWrite = Math.min(counts.cacheWrite, counts.prompt - cacheRead);
  return {
    input: counts.prompt - cacheRead - cacheWrite,
    cache_read: cacheRead,
    cache_write: cacheWrite,
    ...outputOf(counts, convention),
  };
}

function outputOf(
  counts: Counts,
  convention: UsageConvention,
): { output: number; reasoning: number } {
  const { prompt, completion, reasoning } = counts;
  const total = counts.total ?? prompt + completion;
  if (convention.reasoning === 'rest') {
    return { output: completion, reasoning: Math.max(total - prompt - completion, 0) };
  }
  const beside =
    convention.reasoning === 'beside' ||
    (convention.reasoning === 'total' &&
      reasoning > 0 &&
      total === prompt + completion + reasoning);
  if (beside) return { output: completion, reasoning };
  const inside = Math.min(reasoning, completion);
  return { output: completion - inside, reasoning: inside };
}

function countsOf(reported: JsonObject): Counts | null {
  const input = asObject(reported['prompt_tokens_details']);
  const output = asObject(reported['completion_tokens_details']);
  const counts = {
    prompt: count(reported['prompt_tokens']),
    completion: count(reported['completion_tokens']),
    total: count(reported['total_tokens']),
    reasoning: firstOf(output['reasoning_tokens'], reported['reasoning_tokens']),
    cacheRead: firstOf(
      input['cached_tokens'],
      reported['prompt_cache_hit_tokens'],
      reported['num_cached_tokens'],
      reported['cached_tokens'],
      reported['cache_read_input_tokens'],
    ),
    cacheWrite: firstOf(
      input['cache_write_tokens'],
      input['cache_creation_tokens'],
      reported['cache_creation_input_tokens'],
    ),
  };
  if (counts.prompt === undefined || counts.completion === undefined) return null;
  if (Object.values(counts).some(Number.isNaN)) return null;
  return { ...counts, prompt: counts.prompt, completion: counts.completion };
}

/** The first of several names for one number that the provider used; 0 when it used none. */
function firstOf(...values: unknown[]): number {
  const told = values.map(count).find((value) => value !== undefined);
  return told ?? 0;
}

/** Undefined when absent, NaN when it is no count. */
function count(value: unknown): number | undefined {
  if (value === undefined || value === null) return undefined;
  const usable = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  return usable && value <= TOKENS_MAX ? value : Number.NaN;
}
