import { asObject, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import {
  NOTHING_REPORTED,
  UNREADABLE,
  countOf,
  keptForAnHour,
  readingOf,
} from '../../adapter/usage-reading.ts';
import type { UsageReading } from '../../adapter/usage.ts';

/**
 * Usage in buckets that do not overlap. The provider's `input_tokens` leave out what was read from
 * or written to a cache; its `output_tokens` hold the thinking. Writes are reported once more by
 * their lives.
 */
export function usageFromMessages(reported: unknown): UsageReading {
  if (reported === undefined || reported === null) return NOTHING_REPORTED;
  if (!isObject(reported)) return UNREADABLE;
  const counts = countsIn(reported);
  const { input, output, read, written, thinking, fiveMinutes, hour, searches } = counts;
  if (input === undefined && output === undefined) return NOTHING_REPORTED;
  if (input === undefined || output === undefined) return UNREADABLE;
  if (Object.values(counts).some(Number.isNaN)) return UNREADABLE;
  const reasoning = Math.min(thinking, output);
  return readingOf(
    {
      input,
      cache_read: read,
      cache_write: written,
      ...keptForAnHour(written, hour),
      output: output - reasoning,
      reasoning,
      ...(searches === undefined ? {} : { web_search: searches }),
    },
    { parts_exceed_whole: thinking > output || fiveMinutes + hour > written },
  );
}

function countsIn(reported: JsonObject) {
  const lives = asObject(reported['cache_creation']);
  return {
    input: countOf(reported['input_tokens']),
    output: countOf(reported['output_tokens']),
    read: countOf(reported['cache_read_input_tokens']) ?? 0,
    written: countOf(reported['cache_creation_input_tokens']) ?? 0,
    thinking: countOf(asObject(reported['output_tokens_details'])['thinking_tokens']) ?? 0,
    fiveMinutes: countOf(lives['ephemeral_5m_input_tokens']) ?? 0,
    hour: countOf(lives['ephemeral_1h_input_tokens']) ?? 0,
    searches: countOf(asObject(reported['server_tool_use'])['web_search_requests']),
  };
}
