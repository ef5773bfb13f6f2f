import { asGatewayError, errorDocument } from '@tollgate/contract/error-codes';
import type { GatewayError } from '@tollgate/contract/error-codes';
import { HEADER } from '@tollgate/contract/headers';
import { ATTEMPTS_MAX } from '@tollgate/requests/operations/idempotency';
import type { Claim } from '@tollgate/requests/operations/idempotency';
import type { ClaimCloser } from './claim-closer.ts';

/** A refusal gives the key back, unless the operation turns out to be charged already. */
export function freeClaim(claims: ClaimCloser, claim: Claim, error: unknown): Promise<void> {
  const isCharged = asGatewayError(error).code === 'idempotency_result_not_stored';
  return isCharged ? claims.forget(claim) : claims.drop(claim);
}

/**
 * A failure worth another try leaves the key open; a final failure is kept as the answer of the
 * key. A repetition gets the same error, with `x-should-retry: false`.
 */
export async function closeFailedClaim(
  claims: ClaimCloser,
  claim: Claim,
  { error, requestId, route }: { error: GatewayError; requestId: string; route: string },
): Promise<void> {
  if (error.retry && claim.attempt < ATTEMPTS_MAX) return claims.leaveOpen(claim);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    [HEADER.shouldRetry]: 'false',
  };
  const body = Buffer.from(JSON.stringify(errorDocument(error, requestId, route)));
  return claims.keep(claim, { status: error.status, headers, body });
}
