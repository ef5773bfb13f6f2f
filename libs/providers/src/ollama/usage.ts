import type { Usage } from '../adapter.ts';
import type { JsonObject } from '../json.ts';

/** More tokens than any model takes or gives: such a number is a fault, not a count. */
const TOKENS_MAX = 1_000_000_000;

/**
 * What a server counted. Null unless both counts are valid: older servers leave out the prompt's count
 * when the prompt was still in their memory, and the call would then be charged as if the prompt were empty.
 */
export function usageFromWire(reply: JsonObject): Usage | null {
  const input = tokens(reply['prompt_eval_count']);
  const output = tokens(reply['eval_count']);
  if (input === null || output === null) return null;
  return { input, cache_read: 0, cache_write: 0, output, reasoning: 0 };
}

/** The usage of a call for vectors, which has no output. */
export function inputUsageFromWire(reply: JsonObject): Usage | null {
  const input = tokens(reply['prompt_eval_count']);
  return input === null ? null : { input, cache_read: 0, cache_write: 0, output: 0, reasoning: 0 };
}

function tokens(value: unknown): number | null {
  const usable = typeof value === 'number' && Number.isSafeInteger(value);
  return usable && value >= 0 && value <= TOKENS_MAX ? value : null;
}
