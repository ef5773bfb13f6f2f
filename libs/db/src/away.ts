import { GatewayError } from '@tollgate/contract/error-codes';
import { isRetryable, isUnavailable } from './failures.ts';

const RETRY_AFTER_SECONDS = 2;

/**
 * The error for callers while the database, or one of its rows, cannot be used; every other error
 * stays as it is.
 */
export function asServiceError(error: unknown): unknown {
  const passes = isUnavailable(error) || isRetryable(error);
  if (error instanceof GatewayError || !passes) return error;
  return new GatewayError('service_unavailable', 'The service is not ready. Try again soon.', {
    cause: error,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** Runs work that needs the database; while that cannot be used, callers are asked to come back. */
export function sayWhenAway<Arguments extends unknown[], Result>(
  work: (...given: Arguments) => Promise<Result> | Result,
): (...given: Arguments) => Promise<Result> {
  return async (...given) => {
    try {
      return await work(...given);
    } catch (error) {
      throw asServiceError(error);
    }
  };
}
