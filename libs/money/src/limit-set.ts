import { formatCredits, parseCredits } from './credits.ts';

/** What a key or a user may use at most; null: unlimited. */
export interface Limits {
  requestsPerMinute: number | null;
  /** Prompt and answer together. */
  tokensPerMinute: number | null;
  concurrentRequests: number | null;
  /** Nano-credits of one day in UTC. */
  creditsPerDay: bigint | null;
  /** Nano-credits of one calendar month in UTC. */
  creditsPerMonth: bigint | null;
  /**
   * Output tokens of one request, all its choices together. A request for more is not refused but
   * cut down to this number.
   */
  outputTokensPerRequest: number | null;
}

/**
 * A set of limits as a document, on public wires and in the database. Credits are decimal strings.
 */
export interface LimitsDocument {
  requests_per_minute: number | null;
  tokens_per_minute: number | null;
  concurrent_requests: number | null;
  credits_per_day: string | null;
  credits_per_month: string | null;
  output_tokens_per_request: number | null;
}

/** No limit at all. */
export const NO_LIMITS: Readonly<Limits> = Object.freeze({
  requestsPerMinute: null,
  tokensPerMinute: null,
  concurrentRequests: null,
  creditsPerDay: null,
  creditsPerMonth: null,
  outputTokensPerRequest: null,
});

const DIMENSIONS = Object.freeze([
  ['requestsPerMinute', 'requests_per_minute'],
  ['tokensPerMinute', 'tokens_per_minute'],
  ['concurrentRequests', 'concurrent_requests'],
  ['creditsPerDay', 'credits_per_day'],
  ['creditsPerMonth', 'credits_per_month'],
  ['outputTokensPerRequest', 'output_tokens_per_request'],
] as const);

/** A name of a limit as documents and errors say it. */
export type LimitName = keyof LimitsDocument;

/** Limits of a document that has been validated; what it leaves out is unlimited. */
export function parseLimits(
  document: { [Name in LimitName]?: LimitsDocument[Name] | undefined } | null | undefined,
): Limits {
  return {
    requestsPerMinute: document?.requests_per_minute ?? null,
    tokensPerMinute: document?.tokens_per_minute ?? null,
    concurrentRequests: document?.concurrent_requests ?? null,
    creditsPerDay: nanoOf(document?.credits_per_day),
    creditsPerMonth: nanoOf(document?.credits_per_month),
    outputTokensPerRequest: document?.output_tokens_per_request ?? null,
  };
}

/** The document of limits; credits with nine decimals. */
export function limitsDocument(limits: Limits): LimitsDocument {
  return {
    requests_per_minute: limits.requestsPerMinute,
    tokens_per_minute: limits.tokensPerMinute,
    concurrent_requests: limits.concurrentRequests,
    credits_per_day: creditsOf(limits.creditsPerDay),
    credits_per_month: creditsOf(limits.creditsPerMonth),
    output_tokens_per_request: limits.outputTokensPerRequest,
  };
}

/** The tighter of two sets, one limit at a time. */
export function tightestLimits(one: Limits, other: Limits): Limits {
  return {
    requestsPerMinute: lower(one.requestsPerMinute, other.requestsPerMinute),
    tokensPerMinute: lower(one.tokensPerMinute, other.tokensPerMinute),
    concurrentRequests: lower(one.concurrentRequests, other.concurrentRequests),
    creditsPerDay: lower(one.creditsPerDay, other.creditsPerDay),
    creditsPerMonth: lower(one.creditsPerMonth, other.creditsPerMonth),
    outputTokensPerRequest: lower(one.outputTokensPerRequest, other.outputTokensPerRequest),
  };
}

/** The names of the limits that lie above what bounds them. */
export function limitsAbove(limits: Limits, bounds: Limits): LimitName[] {
  return DIMENSIONS.filter(([name]) => {
    const [limit, bound] = [limits[name], bounds[name]];
    return limit !== null && bound !== null && limit > bound;
  }).map(([, name]) => name);
}

function lower<Value extends number | bigint>(one: Value | null, other: Value | null) {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

function nanoOf(credits: string | null | undefined): bigint | null {
  return credits === null || credits === undefined ? null : parseCredits(credits);
}

function creditsOf(nano: bigint | null): string | null {
  return nano === null ? null : formatCredits(nano);
}

/** Whether nothing is limited. */
export function isUnlimited(limits: Limits): boolean {
  return Object.values(limits).every((limit) => limit === null);
}
