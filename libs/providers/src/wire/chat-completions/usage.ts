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
  /** Whether the cached tokens stand in the details of the prompt's tokens. */
  isDetailed: boolean;
}

/**
 * Usage in buckets that do not overlap, or null when the provider reported none or nonsense: a missing
 * total, a negative or fractional number, a string, a number beyond reason.
 */
export function usageFromWire(reported: unknown, convention: UsageConvention): Usage | null {
  if (!isObject(reported)) return null;
  const counts = countsOf(reported);
  if (counts === null) return null;
  const prompt = promptOf(counts);
  const cacheRead = Math.min(counts.cacheRead, prompt);
  const cacheWrite = Math.min(counts.cacheWrite, prompt - cacheRead);
  return {
    input: prompt - cacheRead - cacheWrite,
    cache_read: cacheRead,
    cache_write: cacheWrite,
    ...outputOf({ ...counts, prompt }, convention),
  };
}

/**
 * All tokens of the prompt. Cached tokens are a part of `prompt_tokens` at nearly all providers, above all where they stand in its details; routers to
 * Anthropic's models report them beside, in Anthropic's manner. The total says which, and so do parts beside that are more than the whole.
 */
function promptOf({
  prompt,
  completion,
  total,
  cacheRead,
  cacheWrite,
  isDetailed,
}: Counts): number {
  const cached = cacheRead + cacheWrite;
  const isInTotal = cached > 0 && total === prompt + cached + completion;
  return isInTotal || (cached > prompt && !isDetailed) ? prompt + cached : prompt;
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
    prompt: count(reported['prompt_tokens'] ?? reported['input_tokens']),
    completion: count(reported['completion_tokens'] ?? reported['output_tokens']),
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
      reported['cache_write_tokens'],
      reported['cache_creation_input_tokens'],
    ),
  };
  if (counts.prompt === undefined || counts.completion === undefined) return null;
  if (Object.values(counts).some(Number.isNaN)) return null;
  const isDetailed = Object.keys(input).some((name) => name.startsWith('cache'));
  return { ...counts, prompt: counts.prompt, completion: counts.completion, isDetailed };
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
