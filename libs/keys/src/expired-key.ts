import { GatewayError } from '@tollgate/contract/error-codes';
import type { ApiKey } from './key.queries.ts';

/**
 * Refuses to resume or rotate a key whose time is over: it would stay out of use.
 * @throws GatewayError `conflict`, which says what to do instead
 */
export function assertNotExpired({ status, expiresAt }: ApiKey): void {
  if (status !== 'expired') return;
  throw new GatewayError(
    'conflict',
    `This key expired at ${expiresAt?.toISOString() ?? 'an unknown time'}, so it cannot be resumed or rotated: set a later expires_at first, or create another key.`,
  );
}

/** The refusal of an expiry that is no moment ahead. */
export function expiryIsPast(): GatewayError {
  return new GatewayError('invalid_request', 'The expiry must be in the future.', {
    param: 'expires_at',
  });
}
