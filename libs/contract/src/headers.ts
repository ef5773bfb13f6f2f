/** Header names of the public API, in lower case as Node hands them over. */
export const HEADER = {
  requestId: 'x-request-id',
  /** Between services: the requests that the items of a batch belong to, in their order. */
  itemRequestIds: 'x-request-ids',
  originalRequestId: 'x-svc-original-request-id',
  provider: 'x-svc-provider',
  model: 'x-svc-model',
  idempotencyKey: 'idempotency-key',
  idempotentReplay: 'x-idempotent-replay',
  outputPolicy: 'x-svc-output-policy',
  effectiveMaxTokens: 'x-svc-effective-max-tokens',
  catalogRevision: 'x-svc-catalog-revision',
  /** The default effort of the key, on answers to requests that it does not fit. */
  effortLeftOut: 'x-svc-default-effort-left-out',
  /**
   * On answers: the fields of the request that cannot change an answer and that the target does not
   * know; see `unknown-fields.ts`.
   */
  ignored: 'x-svc-ignored',
  maxCredits: 'x-svc-max-credits',
  /** On whole answers: the credits that the call was charged, as a decimal. */
  charged: 'x-svc-charged',
  /**
   * On changes of the platform plane: the lease of the configuration that the change belongs to.
   */
  configurationLease: 'x-svc-configuration-lease',
  /** On exports and bare lists: from … to of what they leave out because it is archived. */
  archived: 'x-svc-archived',
  /** The caller's name for what belongs together, such as one run of an agent. */
  sessionId: 'x-svc-session-id',
  /** What the caller sums its usage up by, such as a customer or a feature. */
  tag: 'x-svc-tag',
  /**
   * On transcripts in a plain format that are not all of what is spoken: `length` or
   * `content_filter`.
   */
  finishReason: 'x-svc-finish-reason',
  /** On answers of `count_tokens`: who counted the tokens, `provider` or `bound`. */
  tokenCount: 'x-svc-token-count',
  shouldRetry: 'x-should-retry',
  limitRequests: 'x-ratelimit-limit-requests',
  remainingRequests: 'x-ratelimit-remaining-requests',
  resetRequests: 'x-ratelimit-reset-requests',
  limitTokens: 'x-ratelimit-limit-tokens',
  remainingTokens: 'x-ratelimit-remaining-tokens',
  resetTokens: 'x-ratelimit-reset-tokens',
  retryAfter: 'retry-after',
  prefer: 'prefer',
  preferenceApplied: 'preference-applied',
  internalToken: 'x-internal-token',
  /**
   * From the edge to a service: the request id is one that the edge made, and no two requests have
   * it.
   */
  internalOwnRequestId: 'x-internal-own-request-id',
  /**
   * From a service to the edge, on refusals with `overloaded`: `owner` or `everyone`, by what was
   * full.
   */
  internalShed: 'x-internal-shed',
  /** From a service to the edge: the service recognised the credential of the request. */
  internalKnown: 'x-internal-known',
  /** Milliseconds from a service's first look at a request to the headers of its answer. */
  internalServedMs: 'x-internal-served-ms',
} as const;

/**
 * A caller's own request id, as tracers and proxies make it: plain characters without a comma,
 * which would end the id in a list.
 */
export const REQUEST_ID_PATTERN = '^[A-Za-z0-9._~:/@+=|#%!$*()\\[\\]{};-]{1,200}$';
/** The longest of them. */
export const REQUEST_ID_CHARACTERS_MAX = 200;

/** A caller's own session id: plain characters, without a comma, which joins what is sent twice. */
export const SESSION_ID_PATTERN = '^[A-Za-z0-9._~:@/+=-]{1,128}$';
/** The longest of them. */
export const SESSION_ID_CHARACTERS_MAX = 128;

/** A caller's own tag: plain characters, without a comma, which joins what is sent twice. */
export const TAG_PATTERN = '^[A-Za-z0-9._~:@/+=-]{1,64}$';
/** The longest of them. */
export const TAG_CHARACTERS_MAX = 64;
/** Tags of one owner that stand by themselves on a day in UTC; all others are summed up as one. */
export const TAGS_PER_DAY_MAX = 100;

/** Cookie names of both planes. */
export const COOKIE = {
  session: 'svc_session',
  userAccess: 'svc_access_token',
  platformAccess: 'svc_platform_access_token',
} as const;
