import { isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { NOTHING_REPORTED, UNREADABLE, countOf, readingOf } from '../../adapter/usage-reading.ts';
import type { UsageReading } from '../../adapter/usage.ts';

/**
 * Usage in buckets that do not overlap. Cached tokens lie inside the prompt's, reasoning beside the
 * answer's, and what the provider's own tools read beside the prompt's.
 */
export function usageFromWire(reported: unknown): UsageReading {
  if (reported === undefined || reported === null) return NOTHING_REPORTED;
  if (!isObject(reported)) return UNREADABLE;
  const { prompt, cached, tools, reasoning, total, candidates } = countsIn(reported);
  if (prompt === undefined) {
    return total === undefined && candidates === undefined ? NOTHING_REPORTED : UNREADABLE;
  }
  // An answer that ended while thinking has no count of its own; the total minus the other counts
  // gives it.
  const rest = Math.max((total ?? 0) - prompt - tools - reasoning, 0);
  const answer = candidates ?? rest;
  const cacheRead = Math.min(cached, prompt);
  const usage = {
    input: prompt - cacheRead + tools,
    cache_read: cacheRead,
    cache_write: 0,
    output: answer,
    reasoning,
  };
  if (!Object.values(usage).every(Number.isFinite)) return UNREADABLE;
  const sum = prompt + tools + reasoning + answer;
  return readingOf(usage, {
    parts_exceed_whole: cached > prompt,
    total_differs: total !== undefined && total !== sum,
  });
}

function countsIn(reported: JsonObject) {
  return {
    prompt: countOf(reported['promptTokenCount']),
    candidates: countOf(reported['candidatesTokenCount']),
    total: countOf(reported['totalTokenCount']),
    cached: countOf(reported['cachedContentTokenCount']) ?? 0,
    tools: countOf(reported['toolUsePromptTokenCount']) ?? 0,
    reasoning: countOf(reported['thoughtsTokenCount']) ?? 0,
  };
}
