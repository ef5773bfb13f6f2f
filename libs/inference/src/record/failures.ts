import { GatewayError } from '@tollgate/contract/error-codes';
import type { ErrorCode } from '@tollgate/contract/error-codes';
import type { Failure } from '@tollgate/providers/adapter/adapter';

/**
 * The error code for each kind of failure of a provider. A refused credential is ours, never the
 * caller's 401.
 */
const CODE_BY_KIND: Readonly<Record<Failure['kind'], ErrorCode>> = {
  rejected: 'upstream_rejected',
  context_length: 'context_length_exceeded',
  model_unavailable: 'model_unavailable',
  credential: 'upstream_credential_rejected',
  rate_limited: 'upstream_rate_limited',
  overloaded: 'upstream_unavailable',
  unavailable: 'upstream_unavailable',
  timeout: 'upstream_timeout',
  malformed: 'upstream_invalid_response',
  indeterminate: 'upstream_unavailable',
};

/** The error code for a caller whose call ends with a failure. */
export function codeOf({ kind }: Failure): ErrorCode {
  return CODE_BY_KIND[kind];
}

const BROKEN_OFF = 'The provider broke off in the middle of its answer.';

/** The public error for a failure before anything was delivered. */
export function toGatewayError(failure: Failure, cause?: unknown): GatewayError {
  return new GatewayError(CODE_BY_KIND[failure.kind], failure.message, {
    param: failure.param,
    retryAfterSeconds: failure.retryAfterSeconds,
    detail: `kind=${failure.kind} status=${failure.status ?? 'none'}`,
    cause,
    isOverloaded: failure.kind === 'overloaded',
  });
}

/** The public error for a stream that broke after content had been delivered. */
export function toInterruption(failure: Failure, cause?: unknown): GatewayError {
  // The usual words say that nothing was delivered, which is untrue here.
  const message = failure.kind === 'indeterminate' ? BROKEN_OFF : failure.message;
  return new GatewayError('upstream_stream_interrupted', message, {
    detail: `kind=${failure.kind} status=${failure.status ?? 'none'}`,
    cause,
  });
}

/** Nothing is sent for a caller who has left while the credit was being held. */
export const LEFT_UNSENT: Failure = {
  kind: 'unavailable',
  message: 'The caller left before the call was sent.',
};
