import type { Usage } from '../adapter.ts';
import type { JsonObject } from '../json.ts';

/** More tokens than any model takes or gives: such a number is a fault, not a count. */
const TOKENS_MAX = 1_000_000_000;

/**
 * What a server counted. Null unless both counts are there and are counts: older servers leave the prompt's out
 * when it was still in their memory, and half a count would be charged as if the other half were nothing.
 */
export function usageFromWire(reply: JsonObject): Usage | null {
  const input = tokens(reply['prompt_eval_count']);
  const output = tokens(reply['eval_count']);
  if (input === null || output === null) return null;
  return { input, cache_read: 0, cache_write: 0, output, reasoning: 0 };
}

/** The same for vectors, which have no output. */
export function inputUsageFromWire(reply: JsonObject): Usage | null {
  const input = tokens(reply['prompt_eval_count']);
  return input === null ? null : { input, cache_read: 0, cache_write: 0, output: 0, reasoning: 0 };
}

function tokens(value: unknown): number | null {
  const usable = typeof value === 'number' && Number.isSafeInteger(value);
  return usable && value >= 0 && value <= TOKENS_MAX ? value : null;
}
