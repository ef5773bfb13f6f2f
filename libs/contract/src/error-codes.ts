/**
 * Every error code Tollgate can answer: its status, its type and whether the same request may be
 * sent again.
 */
export const ERROR_CODES = {
  invalid_request: { status: 400, type: 'invalid_request_error', retry: false },
  invalid_json: { status: 400, type: 'invalid_request_error', retry: false },
  invalid_path: { status: 400, type: 'invalid_request_error', retry: false },
  invalid_header: { status: 400, type: 'invalid_request_error', retry: false },
  invalid_idempotency_key: { status: 400, type: 'invalid_request_error', retry: false },
  json_too_deep: { status: 400, type: 'invalid_request_error', retry: false },
  unsupported_parameter: { status: 400, type: 'invalid_request_error', retry: false },
  context_length_exceeded: { status: 400, type: 'invalid_request_error', retry: false },
  upstream_rejected: { status: 400, type: 'invalid_request_error', retry: false },
  unauthenticated: { status: 401, type: 'authentication_error', retry: false },
  invalid_api_key: { status: 401, type: 'authentication_error', retry: false },
  invalid_credentials: { status: 401, type: 'authentication_error', retry: false },
  insufficient_credit: { status: 402, type: 'billing_error', retry: false },
  max_credits_exceeded: { status: 402, type: 'billing_error', retry: false },
  credit_held_by_requests_in_flight: { status: 402, type: 'billing_error', retry: false },
  key_suspended: { status: 403, type: 'permission_error', retry: false },
  key_expired: { status: 403, type: 'permission_error', retry: false },
  account_suspended: { status: 403, type: 'permission_error', retry: false },
  cross_site_request: { status: 403, type: 'permission_error', retry: false },
  permission_denied: { status: 403, type: 'permission_error', retry: false },
  sign_in_refused: { status: 403, type: 'permission_error', retry: false },
  role_required: { status: 403, type: 'permission_error', retry: false },
  not_found: { status: 404, type: 'not_found_error', retry: false },
  result_expired: { status: 404, type: 'not_found_error', retry: false },
  request_archived: { status: 404, type: 'not_found_error', retry: false },
  model_unavailable: { status: 404, type: 'routing_error', retry: false },
  method_not_allowed: { status: 405, type: 'invalid_request_error', retry: false },
  request_timeout: { status: 408, type: 'invalid_request_error', retry: false },
  conflict: { status: 409, type: 'conflict_error', retry: false },
  setup_already_done: { status: 409, type: 'conflict_error', retry: false },
  idempotency_key_mismatch: { status: 409, type: 'conflict_error', retry: false },
  idempotency_result_expired: { status: 409, type: 'conflict_error', retry: false },
  idempotency_result_not_stored: { status: 409, type: 'conflict_error', retry: false },
  operation_closed: { status: 409, type: 'conflict_error', retry: false },
  payload_too_large: { status: 413, type: 'invalid_request_error', retry: false },
  target_too_long: { status: 414, type: 'invalid_request_error', retry: false },
  unsupported_media_type: { status: 415, type: 'invalid_request_error', retry: false },
  range_not_satisfiable: { status: 416, type: 'invalid_request_error', retry: false },
  idempotency_in_progress: { status: 429, type: 'rate_limit_error', retry: true },
  rate_limit_exceeded: { status: 429, type: 'rate_limit_error', retry: true },
  quota_exceeded: { status: 429, type: 'rate_limit_error', retry: false },
  upstream_rate_limited: { status: 429, type: 'rate_limit_error', retry: true },
  headers_too_large: { status: 431, type: 'invalid_request_error', retry: false },
  internal_error: { status: 500, type: 'internal_error', retry: false },
  upstream_unavailable: { status: 502, type: 'upstream_error', retry: true },
  upstream_invalid_response: { status: 502, type: 'upstream_error', retry: true },
  upstream_stream_interrupted: { status: 502, type: 'upstream_error', retry: true },
  upstream_credential_rejected: { status: 502, type: 'upstream_error', retry: true },
  outcome_indeterminate: { status: 502, type: 'service_error', retry: false },
  service_crashed: { status: 502, type: 'service_error', retry: true },
  billing_unavailable: { status: 503, type: 'service_error', retry: true },
  overloaded: { status: 503, type: 'service_error', retry: true },
  service_unavailable: { status: 503, type: 'service_error', retry: true },
  sign_in_unavailable: { status: 503, type: 'service_error', retry: true },
  server_shutdown: { status: 503, type: 'service_error', retry: true },
  routing_error: { status: 503, type: 'routing_error', retry: true },
  upstream_timeout: { status: 504, type: 'upstream_error', retry: true },
  service_timeout: { status: 504, type: 'service_error', retry: true },
} as const satisfies Record<string, { status: number; type: string; retry: boolean }>;

/** A code of {@link ERROR_CODES}. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** What an error may carry besides its code and its public message. */
export interface ErrorExtras {
  /** The request field at fault, as a path such as `messages[0].content`. */
  param?: string | undefined;
  /** For the log only; never sent to a caller. */
  detail?: string | undefined;
  /** The error below this one; logged, never sent. */
  cause?: unknown;
  /** Whole seconds a caller should wait, for `Retry-After`. */
  retryAfterSeconds?: number | undefined;
  /**
   * Public facts that belong in the envelope beside the message (decimal strings, never secrets).
   */
  facts?: Readonly<Record<string, string>> | undefined;
  /** The details by which a client goes on by itself, in the shape of the client's own API. */
  details?: Readonly<Record<string, string | readonly string[]>> | undefined;
  /**
   * The provider has more work than it can do; clients of the Messages API know that by a type of
   * its own.
   */
  isOverloaded?: boolean | undefined;
}

/** The one error that reaches callers. Status and type follow from the code. */
export class GatewayError extends Error {
  readonly code: ErrorCode;
  readonly param: string | null;
  readonly detail: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly facts: Readonly<Record<string, string>> | undefined;
  readonly details: Readonly<Record<string, string | readonly string[]>> | undefined;
  readonly isOverloaded: boolean;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, { cause: extras.cause });
    this.name = 'GatewayError';
    this.code = code;
    this.param = extras.param ?? null;
    this.detail = extras.detail;
    this.retryAfterSeconds = extras.retryAfterSeconds;
    this.facts = extras.facts;
    this.details = extras.details;
    this.isOverloaded = extras.isOverloaded ?? false;
  }

  get status(): number {
    return ERROR_CODES[this.code].status;
  }

  get type(): string {
    return ERROR_CODES[this.code].type;
  }

  get retry(): boolean {
    return ERROR_CODES[this.code].retry;
  }
}

/** The JSON body of every error on `/v1` and of every non-validation error elsewhere. */
export interface ErrorEnvelope {
  error: {
    message: string;
    type: string;
    param: string | null;
    code: string;
    request_id: string;
    [fact: string]: string | null | GatewayError['details'];
  };
}

/**
 * Renders any thrown value as the public envelope; what is not a {@link GatewayError} becomes
 * `internal_error`.
 */
export function toEnvelope(error: unknown, requestId: string): ErrorEnvelope {
  const known = asGatewayError(error);
  return {
    error: {
      message: known.message,
      type: known.type,
      param: known.param,
      code: publicCode(known.code),
      request_id: requestId,
      ...known.facts,
      ...(known.details === undefined ? {} : { details: known.details }),
    },
  };
}

/**
 * The JSON body of an error on `/v1/messages`: in the shape of Anthropic's API, with everything
 * that {@link ErrorEnvelope} has beside.
 */
export interface MessagesError extends ErrorEnvelope {
  type: 'error';
  request_id: string;
}

/**
 * What clients of the Messages API call the types of errors, by status; below 500 the others are of
 * the request, from 500 on of the service.
 */
const MESSAGES_TYPES: Partial<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  408: 'timeout_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
};
const SERVER_STATUS_MIN = 500;

/** Renders any thrown value for callers of `/v1/messages`. */
export function toMessagesError(error: unknown, requestId: string): MessagesError {
  const { status, isOverloaded } = asGatewayError(error);
  const otherwise = status < SERVER_STATUS_MIN ? 'invalid_request_error' : 'api_error';
  const type = isOverloaded ? 'overloaded_error' : (MESSAGES_TYPES[status] ?? otherwise);
  const { error: reported } = toEnvelope(error, requestId);
  return { type: 'error', error: { ...reported, type }, request_id: requestId };
}

const OF_MESSAGES = /(?:^|\s)\/v1\/messages(?:[/?]|$)/u;

/**
 * The JSON body of an error in the shape that the clients of an address read.
 * @param address the target of the request, or its route with the method in front
 */
export function errorDocument(error: unknown, requestId: string, address: string): ErrorEnvelope {
  return OF_MESSAGES.test(address)
    ? toMessagesError(error, requestId)
    : toEnvelope(error, requestId);
}

/**
 * The error itself when it is ours, else an `internal_error` that hides it and keeps it as its
 * cause.
 */
export function asGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  return new GatewayError('internal_error', 'Something went wrong on our side.', { cause: error });
}

/**
 * An unknown model and one that is out of order share the public code; only their status differs.
 */
export function publicCode(code: ErrorCode): ErrorCode {
  return code === 'model_unavailable' ? 'routing_error' : code;
}

/** Whether a text is one of our codes. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERROR_CODES, code);
}
