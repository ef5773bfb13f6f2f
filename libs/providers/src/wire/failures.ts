import type { Failure } from '../adapter/adapter.ts';
import { overflowMessage } from '../contract/context-overflow.ts';
import { cleanProviderText } from '../adapter/provider-text.ts';

/** The longest wait that is passed on to a caller, in seconds. */
const RETRY_AFTER_SECONDS_MAX = 3_600;
const MS_PER_SECOND = 1_000;

/** Words of providers for signed or sealed content that they do not take for their own. */
const SIGNED =
  /invalid `?signature`? in `?thinking`? block|corrupted thought signature|thought_?signature is (?:invalid|not valid)|encrypted content could not be/iu;

/** A field of a request, such as `messages[0].content`; anything else is no name of one. */
const PARAM = /^[A-Za-z0-9_.[\]-]{1,100}$/u;

const MESSAGES: Record<Failure['kind'], string> = {
  rejected: 'The provider refused the request.',
  context_length:
    "This model's maximum context length is smaller than your messages. Please reduce the length of the messages.",
  credential: 'The provider did not accept the credential that this gateway holds.',
  model_unavailable:
    'The provider of this model does not know it, or does not offer it to this account or in this region. Choose another model from GET /v1/models.',
  rate_limited: 'The provider is limiting the rate of requests.',
  overloaded: 'The provider is overloaded.',
  unavailable: 'The provider is not available.',
  timeout: 'The provider did not answer in time.',
  malformed: 'The provider answered with something that is no answer.',
  indeterminate: 'The provider was asked, and no answer came back.',
};

/** The sentence that a caller reads for a kind of failure. */
export function failureMessage(kind: Failure['kind']): string {
  return MESSAGES[kind];
}

/**
 * The failure of an answer whose end the provider explains by a word of its own, such as
 * `MALFORMED_FUNCTION_CALL`. The caller reads the word, because it says what to change.
 */
export function unfinished(reason: string): Failure {
  const said = cleanProviderText(reason);
  const message = 'The provider failed to finish its answer';
  return {
    kind: 'malformed',
    message: said === '' ? `${message}.` : `${message}: ${said}`,
    status: 200,
    ...(said === '' ? {} : { detail: said }),
  };
}

/** The parts of a provider's error from which a failure is made. */
export interface ProviderError {
  status: number;
  headers?: Record<string, string> | undefined;
  /** The wait that the body names, for when no header names one. */
  retrySeconds?: number | undefined;
  /** The moment at which the body says that the limit ends, in milliseconds since 1970. */
  resetsAtMs?: number | undefined;
  /** The provider's sentence; cleaned here before anything of it is kept. */
  text?: string | undefined;
  param?: string | undefined;
}

/**
 * A failure in our words. Only a refusal carries the provider's sentence, cleaned, since it helps
 * the caller.
 */
export function toFailure(kind: Failure['kind'], error: ProviderError): Failure {
  const clean = cleanProviderText(error.text ?? '');
  const retryAfter = waits(kind) ? retryAfterSeconds(error) : undefined;
  return {
    kind,
    message: messageOf(kind, clean),
    status: error.status,
    ...(clean === '' ? {} : { detail: clean }),
    ...paramPart(kind, error.param),
    ...(kind === 'rejected' && SIGNED.test(clean) ? { refusesSigned: true } : {}),
    ...(retryAfter === undefined ? {} : { retryAfterSeconds: retryAfter }),
  };
}

function messageOf(kind: Failure['kind'], clean: string): string {
  const message = MESSAGES[kind];
  if (clean === '') return message;
  if (kind === 'context_length') return overflowMessage(clean) ?? message;
  return kind === 'rejected' ? `${message.slice(0, -1)}: ${clean}` : message;
}

function paramPart(kind: Failure['kind'], param: string | undefined): { param?: string } {
  if (kind === 'context_length') return { param: 'messages' };
  if (kind === 'model_unavailable') return { param: 'model' };
  return kind === 'rejected' && param !== undefined && PARAM.test(param) ? { param } : {};
}

function waits(kind: Failure['kind']): boolean {
  return kind === 'rate_limited' || kind === 'overloaded' || kind === 'unavailable';
}

/**
 * Seconds to wait by the provider's own word, at most an hour; undefined when the provider says
 * nothing usable.
 */
function retryAfterSeconds({
  headers = {},
  retrySeconds,
  resetsAtMs,
}: ProviderError): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN);
  const reported = headers['retry-after'] ?? String(retrySeconds ?? '');
  const seconds = Number.isFinite(milliseconds)
    ? milliseconds / MS_PER_SECOND
    : Number(reported || Number.NaN);
  const wait = Number.isFinite(seconds)
    ? seconds
    : (secondsUntil(Date.parse(reported), headers['date']) ??
      secondsUntil(resetsAtMs, headers['date']));
  if (wait === undefined || !(wait > 0)) return undefined;
  return Math.min(Math.ceil(wait), RETRY_AFTER_SECONDS_MAX);
}

/** The seconds until a moment by the provider's own clock, so that our clock does not matter. */
function secondsUntil(atMs: number | undefined, now: string | undefined): number | undefined {
  const wait = ((atMs ?? Number.NaN) - Date.parse(now ?? '')) / MS_PER_SECOND;
  return Number.isFinite(wait) ? wait : undefined;
}
