import type { Failure } from '../adapter.ts';
import { cleanProviderText } from '../provider-text.ts';

/** The longest wait that is passed on to a caller. */
const RETRY_AFTER_SECONDS_MAX = 60;

/** A field of a request, such as `messages[0].content`; anything else is no name of one. */
const PARAM = /^[A-Za-z0-9_.[\]-]{1,100}$/u;

const MESSAGES: Record<Failure['kind'], string> = {
  rejected: 'The provider refused the request.',
  context_length: "The request is longer than the model's context.",
  credential: 'The provider did not accept the credential that this gateway holds.',
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

/** The parts of a provider's error from which a failure is made. */
export interface ProviderError {
  status: number;
  headers?: Record<string, string> | undefined;
  /** The wait that the body tells, for when no header tells one. */
  retrySeconds?: number | undefined;
  /** The provider's sentence; cleaned here before anything of it is kept. */
  text?: string | undefined;
  param?: string | undefined;
}

/** A failure in our words. Only a refusal carries the provider's sentence, cleaned, since it helps the caller. */
export function toFailure(kind: Failure['kind'], error: ProviderError): Failure {
  const clean = cleanProviderText(error.text ?? '');
  const message = MESSAGES[kind];
  const retryAfter = waits(kind) ? retryAfterSeconds(error) : undefined;
  return {
    kind,
    message: kind === 'rejected' && clean !== '' ? `${message.slice(0, -1)}: ${clean}` : message,
    status: error.status,
    ...(clean === '' ? {} : { detail: clean }),
    ...(kind === 'rejected' ? paramPart(error.param) : {}),
    ...(retryAfter === undefined ? {} : { retryAfterSeconds: retryAfter }),
  };
}

function paramPart(param: string | undefined): { param?: string } {
  return param !== undefined && PARAM.test(param) ? { param } : {};
}

function waits(kind: Failure['kind']): boolean {
  return kind === 'rate_limited' || kind === 'overloaded' || kind === 'unavailable';
}

/** Seconds to wait by the provider's own word, at most a minute; undefined when the provider says nothing usable. */
function retryAfterSeconds({ headers = {}, retrySeconds }: ProviderError): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN);
  const told = headers['retry-after'] ?? String(retrySeconds ?? '');
  const seconds = Number.isFinite(milliseconds) ? milliseconds / 1_000 : Number(told || Number.NaN);
  const wait = Number.isFinite(seconds) ? seconds : secondsUntil(told, headers['date']);
  if (wait === undefined || !(wait > 0)) return undefined;
  return Math.min(Math.ceil(wait), RETRY_AFTER_SECONDS_MAX);
}

/** The seconds until a date by the provider's own clock, so that our clock does not matter. */
function secondsUntil(date: string, now: string | undefined): number | undefined {
  const wait = (Date.parse(date) - Date.parse(now ?? '')) / 1_000;
  return Number.isFinite(wait) ? wait : undefined;
}

/** The kind of failure that a status alone tells. */
export function kindOfStatus(status: number): Failure['kind'] {
  if (status < 400) return status >= 300 ? 'unavailable' : 'malformed';
  return KIND_BY_STATUS[status] ?? (status < 500 ? 'malformed' : 'unavailable');
}

const KIND_BY_STATUS: Partial<Record<number, Failure['kind']>> = {
  400: 'rejected',
  401: 'credential',
  402: 'credential',
  403: 'credential',
  404: 'rejected',
  408: 'timeout',
  413: 'rejected',
  422: 'rejected',
  424: 'unavailable',
  429: 'rate_limited',
  503: 'overloaded',
  504: 'timeout',
  529: 'overloaded',
};
