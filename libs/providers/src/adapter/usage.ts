import type { SuspectReason } from '@tollgate/contract/suspect-usage';

/**
 * Token counts in buckets that never overlap: `input` was neither read from nor written to a cache,
 * `output` excludes `reasoning`.
 */
export interface Usage {
  input: number;
  cache_read: number;
  cache_write: number;
  /** The part of `cache_write` that is kept for an hour; absent: none, as far as was reported. */
  cache_write_1h?: number;
  output: number;
  reasoning: number;
  /** Searches of the web that the provider bills; absent: it has said nothing of them. */
  web_search?: number;
  /** Fetches of web pages; absent: the provider has said nothing of them. */
  web_fetch?: number;
  /** Containers in which code ran; absent: the provider has said nothing of them. */
  code_execution?: number;
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
