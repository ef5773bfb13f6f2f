import { Type } from 'typebox';
import { AsyncOperation } from './async.ts';
import type { ErrorCode } from './error-codes.ts';
import { HEADER, REQUEST_ID_PATTERN, SESSION_ID_PATTERN, TAG_PATTERN } from './headers.ts';
import { IDEMPOTENCY_KEY_CHARACTERS_MAX } from './idempotency-key.ts';
import type { FurtherAnswer, RequestHeader } from './route.ts';

/** The headers that every paid route takes. */
export const paidHeaders: Record<string, RequestHeader> = {
  [HEADER.idempotencyKey]: {
    description:
      'A stable id of the logical operation: sent again, it is answered again and paid once.',
    schema: Type.String({
      minLength: 1,
      maxLength: IDEMPOTENCY_KEY_CHARACTERS_MAX,
      examples: ['order-4711-summary'],
    }),
  },
  [HEADER.requestId]: {
    description: 'An id of the caller for this one request; echoed.',
    schema: Type.String({ pattern: REQUEST_ID_PATTERN, examples: ['req-4711', 'trace/123:abc'] }),
  },
  [HEADER.maxCredits]: {
    description:
      'The most that this call may cost, in credits; a dearer estimate is refused before dispatch.',
    schema: Type.String({ pattern: '^([0-9]+(\\.[0-9]+)?|\\.[0-9]+)$', examples: ['0.5'] }),
  },
  [HEADER.sessionId]: {
    description:
      'The session that the call belongs to: usage is summed up by it. Without it `x-claude-code-session-id`, `session-id` and `thread-id` are read, in this order.',
    schema: Type.String({ pattern: SESSION_ID_PATTERN, examples: ['run-4711'] }),
  },
  [HEADER.tag]: {
    description:
      'What usage is summed up by, such as a customer or a feature of yours. Without it `metadata.tag` of the body is read, where it has this form.',
    schema: Type.String({ pattern: TAG_PATTERN, examples: ['search-page'] }),
  },
};

export const preferHeader: Record<string, RequestHeader> = {
  [HEADER.prefer]: {
    description:
      '`respond-async`: the answer is a handle with a `status_url`; not together with `stream`.',
    schema: Type.String({ maxLength: 200, examples: ['respond-async'] }),
  },
};

export const acceptedAnswer: FurtherAnswer = {
  description: 'Accepted: the request had `Prefer: respond-async`.',
  schema: AsyncOperation,
};

/** The errors of paid calls, beside those for the key and the body. */
export const paidErrors: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_idempotency_key',
  'unsupported_parameter',
  'context_length_exceeded',
  'upstream_rejected',
  'insufficient_credit',
  'max_credits_exceeded',
  'credit_held_by_requests_in_flight',
  'model_unavailable',
  'idempotency_key_mismatch',
  'idempotency_result_expired',
  'idempotency_result_not_stored',
  'operation_closed',
  'idempotency_in_progress',
  'rate_limit_exceeded',
  'quota_exceeded',
  'upstream_rate_limited',
  'upstream_unavailable',
  'upstream_invalid_response',
  'upstream_stream_interrupted',
  'upstream_credential_rejected',
  'outcome_indeterminate',
  'billing_unavailable',
  'server_shutdown',
  'routing_error',
  'upstream_timeout',
];

/** What the platform decides about the paid routes. */
export interface RouteSettings {
  /** Whether `/v1/responses` streams. */
  responsesStreaming: boolean;
}
