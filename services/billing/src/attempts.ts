import { GatewayError } from '@tollgate/contract/errors';
import { isRetryable, isUnavailable, sqlState } from '@tollgate/db/failures';
import { tryAgain } from '@tollgate/runtime/try-again';

/** How often work is tried again that lost against other transactions. */
const RETRIES_MAX = 3;
/** The longest pause before the first retry, in milliseconds; it doubles with each. */
const PAUSE_MS = 10;
/** What callers are told to wait when the database is away, in seconds. */
const RETRY_AFTER_SECONDS = 2;

/** The answer when money cannot be moved just now. */
export function billingUnavailable(cause?: unknown): GatewayError {
  return new GatewayError('billing_unavailable', 'Billing is not available just now.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });
}

/** The error codes of a connection that was cut, by an administrator, a crash or a failover. */
const CUT_STATES = new Set(['57P01', '57P02', '08003', '08006', 'ECONNRESET', 'EPIPE']);
const CUT_MESSAGE = /(?:terminated|ended) unexpectedly/i;

/**
 * Runs database work, and runs the work again after a deadlock, a serialization failure or a lock that it could not get in time.
 * @param work one whole transaction
 * @param options `keyed`: harmless to repeat even when it may have been committed, so a cut connection is made good once
 * @throws GatewayError `billing_unavailable` when the database cannot be used; any other error as it is
 */
export function withRetries<Result>(
  work: () => Promise<Result>,
  options: { keyed?: boolean } = {},
): Promise<Result> {
  let cutsLeft = options.keyed === true ? 1 : 0;
  return tryAgain(work, (error, tries) => {
    const cut = isCut(error);
    const again = cut ? cutsLeft-- > 0 : isRetryable(error) && tries <= RETRIES_MAX;
    if (again) return Math.random() * PAUSE_MS * 2 ** (tries - 1);
    throw cut || isAway(error) ? billingUnavailable(error) : error;
  });
}

/** A lock that no retry could get counts as a database that is away. */
function isAway(error: unknown): boolean {
  return isRetryable(error) || isUnavailable(error);
}

function isCut(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return CUT_STATES.has(sqlState(error) ?? '') || CUT_MESSAGE.test(message);
}
