import { GatewayError } from '@tollgate/contract/errors';
import { CallError } from '@tollgate/http/call';

/** What callers are told to wait while billing is away, in seconds. */
const RETRY_AFTER_SECONDS = 2;
const BAD_REQUEST = 400;

/** The public error for a call to billing that had no good answer. */
export function billingUnavailable(cause: unknown): GatewayError {
  return new GatewayError('billing_unavailable', 'Billing is not available just now.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    detail: cause instanceof Error ? cause.message : undefined,
    cause,
  });
}

/** An amount that billing refuses is the caller's fault; everything else means that billing is away. */
export function asBillingError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  if (error instanceof CallError && error.status === BAD_REQUEST) {
    return new GatewayError('invalid_request', messageOf(error.body), { cause: error });
  }
  return billingUnavailable(error);
}

function messageOf(body: unknown): string {
  const message = (body as { error?: { message?: unknown } } | undefined)?.error?.message;
  return typeof message === 'string' ? message : 'Billing refused the request.';
}
