import type { Failure } from '@tollgate/providers/adapter/adapter';

/** Failures in a row after which something is left alone for a while. */
export const FAILURES_MAX = 5;
/** The first pause of what keeps failing, in milliseconds; it doubles with each further failure. */
export const PAUSE_FIRST_MS = 5_000;
/** The longest pause, in milliseconds. */
export const PAUSE_MAX_MS = 60_000;
/** The pause of what the provider refuses, in milliseconds: an administrator has to look at it. */
export const REFUSED_PAUSE_MS = 30_000;
const RATE_LIMITED_PAUSE_MS = 2_000;

/**
 * Whether a failure says something of the credential or its address, and so of every model behind
 * it: what never got there has no status.
 */
export function isOfCredential({ kind, status }: Failure): boolean {
  return kind === 'credential' || (kind === 'unavailable' && status === undefined);
}

/** Until when a number of failures in a row shuts a key; 0 where they are too few. */
export function shutUntil(at: number, failures: number): number {
  const over = failures - FAILURES_MAX;
  return over < 0 ? 0 : at + Math.min(PAUSE_MAX_MS, PAUSE_FIRST_MS * 2 ** Math.min(over, 10));
}

/**
 * Whether the request was at fault: a provider that refuses a request for its own sake is alive and
 * takes the credential.
 */
export function isOfRequest({ kind }: Pick<Failure, 'kind'>): boolean {
  return kind === 'rejected' || kind === 'context_length';
}

/**
 * Whether the provider has answered to the credential: it refused the request, or it does not have
 * the model.
 */
export function showsCredentialWorks(failure: Failure): boolean {
  return isOfRequest(failure) || failure.kind === 'model_unavailable';
}

/**
 * How long a failure pauses a key, in milliseconds; null when the credential and its provider work.
 */
export function pauseFor(failure: Failure): number | null {
  const { kind, retryAfterSeconds = 0 } = failure;
  if (showsCredentialWorks(failure) || kind === 'malformed') return null;
  if (kind === 'credential') return REFUSED_PAUSE_MS;
  if (kind !== 'rate_limited') return RATE_LIMITED_PAUSE_MS;
  return Math.min(PAUSE_MAX_MS, retryAfterSeconds * 1_000 || RATE_LIMITED_PAUSE_MS);
}
