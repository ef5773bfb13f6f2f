import { CONTAINERS } from '@tollgate/contract/server-tools';
import type { ToolCounts } from '@tollgate/contract/server-tools';
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
  const { input, output, read, written, thinking, fiveMinutes, hour } = counts;
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
      ...runsIn(counts),
    },
    { parts_exceed_whole: thinking > output || fiveMinutes + hour > written },
  );
}

function countsIn(reported: JsonObject) {
  const lives = asObject(reported['cache_creation']);
  const run = asObject(reported['server_tool_use']);
  return {
    input: countOf(reported['input_tokens']),
    output: countOf(reported['output_tokens']),
    read: countOf(reported['cache_read_input_tokens']) ?? 0,
    written: countOf(reported['cache_creation_input_tokens']) ?? 0,
    thinking: countOf(asObject(reported['output_tokens_details'])['thinking_tokens']) ?? 0,
    fiveMinutes: countOf(lives['ephemeral_5m_input_tokens']) ?? 0,
    hour: countOf(lives['ephemeral_1h_input_tokens']) ?? 0,
    searches: countOf(run['web_search_requests']),
    fetches: countOf(run['web_fetch_requests']),
    code: countOf(run['code_execution_requests']),
  };
}

/**
 * The runs of tools, as far as they are reported. Runs of code are reported by the request and
 * billed by the container, of which an answer has one; recorded answers count none.
 */
function runsIn({ searches, fetches, code }: ReturnType<typeof countsIn>): ToolCounts {
  return {
    ...(searches === undefined ? {} : { web_search: searches }),
    ...(fetches === undefined ? {} : { web_fetch: fetches }),
    ...(code === undefined ? {} : { code_execution: Math.min(code, CONTAINERS) }),
  };
}
