import type { Usage } from '../adapter.ts';
import { isObject } from '../json.ts';
import type { JsonObject } from '../json.ts';

/** More tokens than any model takes or gives: such a number is a fault, not a count. */
const TOKENS_MAX = 1_000_000_000;

/**
 * Usage in buckets that do not overlap, or null when the provider reported none or nonsense. Cached tokens lie
 * inside the prompt's, thoughts beside the answer's, and what the provider's own tools read beside the prompt's.
 */
export function usageFromWire(reported: unknown): Usage | null {
  if (!isObject(reported)) return null;
  const prompt = count(reported, 'promptTokenCount');
  if (prompt === undefined) return null;
  const cached = count(reported, 'cachedContentTokenCount') ?? 0;
  const tools = count(reported, 'toolUsePromptTokenCount') ?? 0;
  const thoughts = count(reported, 'thoughtsTokenCount') ?? 0;
  const total = count(reported, 'totalTokenCount') ?? 0;
  // An answer that ended while thinking has no count of its own; the total minus the other counts gives it.
  const rest = Math.max(total - prompt - tools - thoughts, 0);
  const answer = count(reported, 'candidatesTokenCount') ?? rest;
  const cacheRead = Math.min(cached, prompt);
  const usage = {
    input: prompt - cacheRead + tools,
    cache_read: cacheRead,
    cache_write: 0,
    output: answer,
    reasoning: thoughts,
  };
  return Object.values(usage).every(Number.isFinite) ? usage : null;
}

/** Undefined when absent, NaN when it is no count. */
function count(reported: JsonObject, name: string): number | undefined {
  const value = reported[name];
  if (value === undefined || value === null) return undefined;
  const usable = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  return usable && value <= TOKENS_MAX ? value : Number.NaN;
}
