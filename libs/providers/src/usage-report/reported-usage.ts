/**
 * What a provider says of one model on one day. A measure that the report does not have is null.
 */
export interface ReportedUsage {
  /** In UTC, such as `2026-11-24`. */
  day: string;
  /** The provider's name of the model. */
  model: string;
  /** Tokens neither read from a cache nor, where the report separates these, written to one. */
  input: bigint | null;
  cacheRead: bigint | null;
  cacheWrite: bigint | null;
  /** With tokens of reasoning. */
  output: bigint | null;
  requests: bigint | null;
  /** In 1e-9 US dollars. */
  costNano: bigint | null;
}

/**
 * A row of a report: its figures, or null where that is no model's tokens or cost; the day counts
 * in any case.
 */
export interface ReportRow {
  day: string;
  usage: Omit<ReportedUsage, 'day'> | null;
}

/** A part of a report that is not as the provider documents it. */
export class ReportFault extends Error {
  override readonly name = 'ReportFault';
}

/** The measures that a report of tokens alone has. */
export const NO_COST = { costNano: null } as const;
/** The measures that a report of costs alone has. */
export const NO_TOKENS = {
  input: null,
  cacheRead: null,
  cacheWrite: null,
  output: null,
  requests: null,
} as const;
