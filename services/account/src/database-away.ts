import { GatewayError } from '@tollgate/contract/errors';
import { isUnavailable } from '@tollgate/db/failures';

const RETRY_AFTER_SECONDS = 2;

/**
 * Runs work that needs the database; while that can not be reached, callers are told to come back.
 */
export function sayWhenAway<Arguments extends unknown[], Result>(
  work: (...given: Arguments) => Promise<Result> | Result,
): (...given: Arguments) => Promise<Result> {
  return async (...given) => {
    try {
      return await work(...given);
    } catch (error) {
      if (error instanceof GatewayError || !isUnavailable(error)) throw error;
      throw new GatewayError('service_unavailable', 'The service is not ready. Try again soon.', {
        cause: error,
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
  };
}
