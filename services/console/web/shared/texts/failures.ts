import type { ErrorCode } from '@tollgate/contract/error-codes';

/** Why a call ended with an error code, and what to do about it. */
export interface Explanation {
  why: string;
  /** What whoever made the call does. */
  move: string;
  /** What an administrator does, where that is something else. */
  operator?: string;
}

const RETRY = 'Send the request again in a moment.';
const PROVIDER =
  'Open the attempts below and the health of the credential on the page Providers. Add another target to the alias so that calls have somewhere else to go.';
const OURS = 'Send the request ID to your administrator if this happens again.';
const LOGS = 'Search the logs of the service for the request ID.';

/** An explanation of each error code; the documentation says more. */
export const failures: Readonly<Record<ErrorCode, Explanation>> = {
  invalid_request: {
    why: 'A field of the request is missing, unknown or has a value that is not allowed.',
    move: 'Correct the field that the message of the response names.',
  },
  invalid_json: {
    why: 'The body was not valid JSON.',
    move: 'Check quotes, commas and the encoding of the body.',
  },
  invalid_path: {
    why: 'The path of the request was malformed.',
    move: 'Check the base URL and the encoding of IDs in the path.',
  },
  invalid_header: {
    why: 'A header was missing or malformed.',
    move: 'Correct the header that the message of the response names.',
  },
  invalid_idempotency_key: {
    why: 'The idempotency key was too long or had characters that are not allowed.',
    move: 'Use printable ASCII without blanks, such as a UUID.',
  },
  json_too_deep: {
    why: 'The JSON of the body was nested too deeply.',
    move: 'Flatten the arguments or schemas in the request.',
  },
  unsupported_parameter: {
    why: 'The model does not take a parameter that the request sent.',
    move: 'Remove the parameter, or choose a model whose contract has it on the page Models.',
  },
  context_length_exceeded: {
    why: 'The prompt and the requested output were longer than the context of the model.',
    move: 'Shorten the prompt, lower the output tokens, or choose a model with a longer context.',
  },
  upstream_rejected: {
    why: 'The provider rejected the content of the request.',
    move: 'Read the message of the response: it has the provider’s reason.',
    operator:
      'Compare the request with the contract of the model: a parameter may be allowed there that the provider rejects.',
  },
  unauthenticated: {
    why: 'The request had no credentials.',
    move: 'Send the key in the header Authorization: Bearer.',
  },
  invalid_api_key: {
    why: 'The key is unknown or was deleted.',
    move: 'Use a key of the page Keys.',
  },
  invalid_credentials: {
    why: 'The email address or the password was wrong.',
    move: 'Check both, then sign in again.',
  },
  insufficient_credit: {
    why: 'The account did not have the credit that the call could cost at most, so nothing was sent.',
    move: 'Ask your administrator for credit, or lower the max output tokens so that less has to be held.',
    operator: 'Grant credit on the page of the user.',
  },
  max_credits_exceeded: {
    why: 'The call could cost more than the limit that the request itself set.',
    move: 'Raise the credit limit of the request, or shorten it.',
  },
  credit_held_by_requests_in_flight: {
    why: 'The credit that is left was on hold for other calls in progress.',
    move: 'Wait until they finish, or send fewer calls at once.',
    operator:
      'Grant more credit, or lower the default of max output tokens so that holds are smaller.',
  },
  key_suspended: {
    why: 'The key is suspended.',
    move: 'Resume the key on the page Keys, or use another one.',
    operator: 'Resume the key on the page of the user.',
  },
  key_expired: { why: 'The key has expired.', move: 'Create a new key on the page Keys.' },
  account_suspended: {
    why: 'The account is suspended.',
    move: 'Ask your administrator why.',
    operator: 'Resume the user on the page of the user.',
  },
  cross_site_request: {
    why: 'A browser sent the request from another site.',
    move: 'Send it from your server, or open the console at its own address.',
  },
  permission_denied: {
    why: 'The key or the account may not do this.',
    move: 'Check which models the key allows.',
  },
  sign_in_refused: { why: 'The sign-in was rejected.', move: 'Ask your administrator for access.' },
  role_required: {
    why: 'The role of the administrator does not allow this.',
    move: 'Ask an administrator with the required role.',
  },
  not_found: { why: 'What the request named does not exist.', move: 'Check the ID.' },
  request_archived: {
    why: 'The records of that day are in the archive.',
    move: 'Ask an administrator to export the request from there.',
    operator: 'Export it with make read-archive ID=<request ID>.',
  },
  result_expired: {
    why: 'The result was kept for a limited time, which is over.',
    move: 'Send the request again, and fetch the result earlier.',
  },
  model_unavailable: {
    why: 'The model does not exist, is disabled, or cannot be used by this account or key.',
    move: 'Choose a model of the page Models.',
    operator: 'Check on the page Models that the model is approved, priced and enabled.',
  },
  method_not_allowed: {
    why: 'The path exists, but not with this HTTP method.',
    move: 'Check the method in the API reference.',
  },
  request_timeout: {
    why: 'The body did not arrive in time.',
    move: 'Check the connection between your program and Tollgate, then send the request again.',
  },
  conflict: {
    why: 'The state of the resource does not allow this now.',
    move: 'Read it again first.',
  },
  setup_already_done: { why: 'The installation is set up already.', move: 'Sign in instead.' },
  idempotency_key_mismatch: {
    why: 'The idempotency key was used for another request before.',
    move: 'Use a new key for each different request.',
  },
  idempotency_result_expired: {
    why: 'The call under this idempotency key ran, but its response is no longer kept.',
    move: 'Use a new key to run the request again.',
  },
  idempotency_result_not_stored: {
    why: 'The call under this idempotency key ran, but its response was too large to keep.',
    move: 'Use a new key to run the request again.',
  },
  operation_closed: {
    why: 'The call under this idempotency key began more than 50 days ago.',
    move: 'Use a new key to run the request again.',
  },
  payload_too_large: {
    why: 'The body was larger than allowed.',
    move: 'Send smaller images or documents, or fewer of them.',
  },
  target_too_long: { why: 'The address was too long.', move: 'Shorten the query of the address.' },
  unsupported_media_type: {
    why: 'The Content-Type of the body is not supported.',
    move: 'Send application/json, or multipart/form-data where a file is sent.',
  },
  range_not_satisfiable: {
    why: 'The requested range is outside of the file.',
    move: 'Ask for a range within its size.',
  },
  idempotency_in_progress: {
    why: 'A call under the same idempotency key was still in progress.',
    move: 'Wait for it, then send the same request again to get its response.',
  },
  rate_limit_exceeded: {
    why: 'The calls of the key or the account exceeded a limit per minute or at once.',
    move: 'Wait as long as Retry-After says, and send fewer calls at once.',
    operator: 'Raise the limits on the page of the user if they are too small.',
  },
  quota_exceeded: {
    why: 'The key or the account has used up its credits of the day or the month.',
    move: 'Wait until the limit resets, or raise the limit of the key.',
    operator: 'Raise the limits on the page of the user if they are too small.',
  },
  upstream_rate_limited: {
    why: 'The provider limits how many calls it takes, and no other target was left.',
    move: RETRY,
    operator: PROVIDER,
  },
  headers_too_large: { why: 'The headers were too large.', move: 'Send fewer or shorter headers.' },
  internal_error: {
    why: 'Tollgate failed in a way that it did not expect.',
    move: OURS,
    operator: LOGS,
  },
  upstream_unavailable: {
    why: 'The provider could not be reached or failed, and no other target was left.',
    move: `${RETRY} Choose another model if it persists.`,
    operator: PROVIDER,
  },
  upstream_invalid_response: {
    why: 'The provider answered something that is no valid response.',
    move: `${RETRY} Choose another model if it persists.`,
    operator: PROVIDER,
  },
  upstream_stream_interrupted: {
    why: 'The stream of the provider broke off before its end.',
    move: RETRY,
    operator: PROVIDER,
  },
  upstream_credential_rejected: {
    why: 'The provider rejected the credential of this installation.',
    move: 'Choose another model, and send the request ID to your administrator.',
    operator: 'Replace the secret of the credential on the page Providers, then test it.',
  },
  outcome_indeterminate: {
    why: 'The connection to the provider broke after the request was sent, so it is unknown whether it was carried out.',
    move: 'Check whether the effect is there before you send the request again.',
    operator: PROVIDER,
  },
  service_crashed: {
    why: 'The process that ran the call ended before the call did.',
    move: RETRY,
    operator: LOGS,
  },
  billing_unavailable: {
    why: 'Billing did not answer, and nothing is sent without a hold.',
    move: RETRY,
    operator: 'Check the service billing and its database.',
  },
  overloaded: {
    why: 'Tollgate had more calls than it takes at once.',
    move: RETRY,
    operator: 'Run more replicas of the service inference.',
  },
  service_unavailable: {
    why: 'A part of Tollgate did not answer.',
    move: RETRY,
    operator: LOGS,
  },
  sign_in_unavailable: {
    why: 'The sign-in provider did not answer.',
    move: 'Try again in a moment.',
  },
  server_shutdown: {
    why: 'The process was shut down, as in an upgrade.',
    move: RETRY,
  },
  routing_error: {
    why: 'No target of the model or alias could be used.',
    move: `${RETRY} Choose another model if it persists.`,
    operator: 'Check on the page Models that the targets have an active credential and prices.',
  },
  upstream_timeout: {
    why: 'The provider did not answer in time.',
    move: `${RETRY} Lower the output tokens, or stream the response.`,
    operator: 'Raise the time limits of the credential or the model if the provider needs longer.',
  },
  service_timeout: {
    why: 'A part of Tollgate did not answer in time.',
    move: RETRY,
    operator: LOGS,
  },
};

/** Texts of the card about a failed call. */
export const failureLabels = {
  title: 'Why this call failed',
  partialTitle: 'Why this response is incomplete',
  move: 'What to do',
  docs: 'More about this error',
  supportId: 'Send this ID with questions:',
  unknown: 'The call failed with a code that this console does not know.',
  clientGone: 'Your program closed the connection before the response was complete.',
  clientGoneMove: 'Raise the timeout of your client if that was not intended.',
} as const;
