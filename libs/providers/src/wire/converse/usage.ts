import { asList, asObject, isObject } from '../../json.ts';
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
 * Usage in buckets that do not overlap. The provider counts what was read from and written to a
 * cache beside the input, and reasoning within the output; its total has been seen with what a
 * cache held and without. `cacheDetails` has the writes once more, by their lives
 * (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_CacheDetail.html).
 */
export function usageFromWire(reported: unknown): UsageReading {
  if (reported === undefined || reported === null) return NOTHING_REPORTED;
  if (!isObject(reported)) return UNREADABLE;
  const { input, output, cacheRead, cacheWrite, hour, total = null } = countsIn(reported);
  if (input === undefined && output === undefined) return NOTHING_REPORTED;
  if (input === undefined || output === undefined) return UNREADABLE;
  if ([input, output, cacheRead, cacheWrite, hour].some(Number.isNaN)) return UNREADABLE;
  const plain = input + output;
  const sums = [null, plain, plain + cacheRead + cacheWrite];
  return readingOf(
    {
      input,
      cache_read: cacheRead,
      cache_write: cacheWrite,
      ...keptForAnHour(cacheWrite, hour),
      output,
      reasoning: 0,
    },
    { total_differs: !sums.includes(total), parts_exceed_whole: hour > cacheWrite },
  );
}

function countsIn(reported: JsonObject) {
  return {
    input: countOf(reported['inputTokens']),
    output: countOf(reported['outputTokens']),
    total: countOf(reported['totalTokens']),
    cacheRead: countOf(reported['cacheReadInputTokens']) ?? 0,
    cacheWrite: countOf(reported['cacheWriteInputTokens']) ?? 0,
    hour: hourIn(reported['cacheDetails']),
  };
}

/** The writes of a cache that are kept for an hour. */
function hourIn(details: unknown): number {
  return asList(details)
    .map(asObject)
    .filter(({ ttl }) => ttl === '1h')
    .reduce((sum, { inputTokens }) => sum + (countOf(inputTokens) ?? 0), 0);
}
