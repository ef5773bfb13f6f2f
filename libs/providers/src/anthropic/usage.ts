import type { Usage } from '../adapter.ts';
import { asObject, isObject } from '../json.ts';
import type { JsonObject } from '../json.ts';

/** More tokens than any model takes or gives: such a number is a fault, not a count. */
const TOKENS_MAX = 1_000_000_000;

/**
 * Usage in buckets that do not overlap, or null when the provider reported none or nonsense. The provider's
 * `input_tokens` leave out what was read from or written to a cache; its `output_tokens` hold the thinking.
 */
export function usageFromMessages(reported: unknown): Usage | null {
  if (!isObject(reported)) return null;
  const output = count(reported, 'output_tokens');
  const thinking = count(asObject(reported['output_tokens_details']), 'thinking_tokens') ?? 0;
  const input = count(reported, 'input_tokens');
  const read = count(reported, 'cache_read_input_tokens') ?? 0;
  const written = count(reported, 'cache_creation_input_tokens') ?? 0;
  if (input === undefined || output === undefined) return null;
  if ([input, output, thinking, read, written].some(Number.isNaN)) return null;
  const reasoning = Math.min(thinking, output);
  return { input, cache_read: read, cache_write: written, output: output - reasoning, reasoning };
}

/** Undefined when absent, NaN when it is no count. */
function count(reported: JsonObject, name: string): number | undefined {
  const value = reported[name];
  if (value === undefined || value === null) return undefined;
  const usable = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  return usable && value <= TOKENS_MAX ? value : Number.NaN;
}
