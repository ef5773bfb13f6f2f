import { MalformedReply, ProviderError } from '../adapter/adapter.ts';
import type { Credential, Failure, Family } from '../adapter/adapter.ts';
import { AddressRefused } from './address-guard.ts';
import type { Incoming } from './call.ts';
import type { CallTiming } from './call-timing.ts';
import { Cut } from './reply-handler.ts';
import type { CutReason } from './reply-handler.ts';
import { asObject, isObject, parseJson } from '../json.ts';
import { cleanProviderText } from '../adapter/provider-text.ts';
import { failureMessage, toFailure } from '../wire/failures.ts';
import { kindOfStatus } from '../wire/whose-fault.ts';

/** Codes of errors which mean that the bytes of a reply were not in the stated encoding. */
const UNREADABLE = /^(?:Z_|ERR__?ZLIB|ERR_BROTLI|ERR_ZSTD|ERR__ERROR_FORMAT)/u;

/**
 * The failure behind any error of a call. Before the request can have reached the provider, the
 * failure is `unavailable`; afterwards, without a whole answer, it is unknown what the provider
 * did.
 */
export function toProviderError(error: unknown, timing: CallTiming): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof MalformedReply) return failed('malformed', error.message, error);
  if (error instanceof Cut) return failed(kindOfCut(error.reason, timing), error.message, error);
  if (error instanceof AddressRefused) return failed('unavailable', error.message, error);
  const code = codeOf(error);
  if (code === '') throw error;
  if (timing.dispatchedMs === null) return failed('unavailable', code, error);
  return failed(UNREADABLE.test(code) ? 'malformed' : 'indeterminate', code, error);
}

/**
 * The failure that a status other than 200 means. Statuses below 400 are judged here for all
 * families: a redirect is never followed, and an answer is always a plain 200.
 */
export function failureOfReply(
  { family, credential }: { family: Family; credential: Credential },
  { status, headers }: Pick<Incoming, 'status' | 'headers'>,
  text: string,
): Failure {
  const body = parseJson(text) ?? text;
  const failure =
    status < 400
      ? toFailure(kindOfStatus(status), { status })
      : { ...family.failure(status, headers, body), ...documentPart(headers, body) };
  return withoutSecrets(failure, Object.values(credential));
}

/**
 * Every provider of videos puts its errors under `error`, but AWS, which names them in a header or
 * under `__type`.
 */
function documentPart(headers: Record<string, string>, body: unknown): Pick<Failure, 'isDocument'> {
  const fields = asObject(Array.isArray(body) ? body[0] : body);
  const isDocument =
    fields['error'] !== undefined ||
    fields['__type'] !== undefined ||
    (headers['x-amzn-errortype'] !== undefined && isObject(body));
  return isDocument ? { isDocument } : {};
}

/** A failure that contains none of the values of a credential any more. */
export function withoutSecrets(failure: Failure, secrets: readonly string[]): Failure {
  const { message, detail, param, ...rest } = failure;
  const isSafe = param !== undefined && !secrets.some((secret) => param.includes(secret));
  return {
    ...rest,
    ...(isSafe ? { param } : {}),
    message: cleanProviderText(message, secrets),
    ...(detail === undefined ? {} : { detail: cleanProviderText(detail, secrets) }),
  };
}

function kindOfCut(reason: CutReason, { dispatchedMs }: CallTiming): Failure['kind'] {
  switch (reason) {
    case 'too_large':
    case 'interim':
      return 'malformed';
    case 'given_up':
      return dispatchedMs === null ? 'unavailable' : 'indeterminate';
    case 'first_byte':
    case 'idle':
    case 'total':
      return dispatchedMs === null ? 'unavailable' : 'timeout';
  }
}

function failed(kind: Failure['kind'], detail: string, cause: unknown): ProviderError {
  return new ProviderError({ kind, message: failureMessage(kind), detail }, { cause });
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
