import type { ToolCounts } from '@tollgate/contract/server-tools';
import type { SuspectReason } from '@tollgate/contract/suspect-usage';

/**
 * Token counts in buckets that never overlap: `input` was neither read from nor written to a cache,
 * `output` excludes `reasoning`. Runs of tools are those that the provider bills; absent: it has
 * said nothing of them.
 */
export interface Usage extends ToolCounts {
  input: number;
  cache_read: number;
  cache_write: number;
  /** The part of `cache_write` that is kept for an hour; absent: none, as far as was reported. */
  cache_write_1h?: number;
  output: number;
  reasoning: number;
}

/**
 * What one report of usage comes to: counts in buckets that do not overlap, and what is wrong with
 * the report.
 */
export interface UsageReading {
  /** Null when the provider reported none, or nonsense. */
  usage: Usage | null;
  /** Absent where nothing is wrong. */
  suspect?: SuspectReason;
}
