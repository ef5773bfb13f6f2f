import type { RefusedItem } from '@tollgate/contract/billing';
import { GatewayError } from '@tollgate/contract/error-codes';
import { CallError } from '@tollgate/http/call';

/** How long callers are asked to wait while billing is away, in seconds. */
const RETRY_AFTER_SECONDS = 2;
/** The statuses of a final refusal: billing would refuse the same item again. */
const FINAL_STATUSES: ReadonlySet<number | null> = new Set([400, 404, 422]);

/** The public error for a call to billing that had no good answer. */
export function billingUnavailable(cause: unknown): GatewayError {
  return new GatewayError('billing_unavailable', 'Billing is not available just now.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    detail: cause instanceof Error ? cause.message : undefined,
    cause,
  });
}

/** Whether billing has refused a call permanently. */
export function isFinal(error: unknown): error is CallError {
  return error instanceof CallError && FINAL_STATUSES.has(error.status);
}

/**
 * What billing refuses permanently is the fault of what was sent; everything else means that
 * billing is away.
 */
export function asBillingError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  if (isFinal(error)) {
    return new GatewayError('invalid_request', messageOf(error.body), { cause: error });
  }
  return billingUnavailable(error);
}

/** Whether billing has refused an item of a batch permanently. */
export function isRefusedForGood(error: unknown): error is GatewayError {
  return (
    error instanceof GatewayError &&
    (error.code === 'invalid_request' || error.code === 'operation_closed')
  );
}

/**
 * The public error for an item of a batch that billing refused: final where the item is invalid or
 * its operation is closed, else billing is away.
 */
export function refusedItem({ reason, message }: RefusedItem): GatewayError {
  if (reason === 'closed') return new GatewayError('operation_closed', message);
  return reason === 'invalid'
    ? new GatewayError('invalid_request', message)
    : billingUnavailable(new Error(message));
}

function messageOf(body: unknown): string {
  const { error, detail } = (body ?? {}) as { error?: { message?: unknown }; detail?: unknown };
  if (typeof error?.message === 'string') return error.message;
  return detail === undefined ? 'Billing refused the request.' : JSON.stringify(detail);
}
