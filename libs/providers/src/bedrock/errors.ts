import type { Failure, Family } from '../adapter.ts';
import { asObject, asText, parseJson } from '../json.ts';
import { kindOfStatus, toFailure } from '../wire/failures.ts';

const CONTEXT =
  /input is too long|input tokens exceeded|prompt is too long|too many (?:input )?tokens|(?:context|maximum) (?:length|window)|exceeds? (?:the )?(?:model'?s? )?(?:maximum|max)[^.]*(?:token|context)/iu;
const CREDENTIAL =
  /^(?:AccessDenied|UnrecognizedClient|ExpiredToken|InvalidSignature|IncompleteSignature|InvalidClientTokenId|MissingAuthenticationToken|SignatureDoesNotMatch|RequestExpired|OptInRequired|NotAuthorized|InvalidToken)/iu;

/** Words that deny one model only; the credential itself is good, since other models accept it. */
const ONE_MODEL = /access to (?:the|this) model/iu;

/** Classes of errors whose meaning is not that of their status, or that come without one inside a stream. */
const CLASSES: readonly [RegExp, Failure['kind']][] = [
  [CREDENTIAL, 'credential'],
  [/^(?:Throttling|TooManyRequests|ServiceQuotaExceeded)/iu, 'rate_limited'],
  [/^(?:ModelNotReady|ServiceUnavailable)/iu, 'overloaded'],
  [/^ModelTimeout/iu, 'timeout'],
  [/^(?:InternalServer|InternalFailure|ModelError|ModelStreamError)/iu, 'unavailable'],
  [/^(?:Validation|ResourceNotFound)/iu, 'rejected'],
];
const STATUS_IN_STREAM: Partial<Record<Failure['kind'], number>> = {
  credential: 403,
  rate_limited: 429,
  overloaded: 503,
  timeout: 408,
  rejected: 400,
  context_length: 400,
};
const UNKNOWN_STATUS = 500;

/** The failure that a reply of another status than 200 means: its class stands in a header, its words in the body. */
export const failureFromWire: Family['failure'] = (status, headers, body) => {
  const fields = asObject(body);
  const named = headers['x-amzn-errortype'] ?? asText(fields['__type']) ?? '';
  const text = typeof body === 'string' ? body : wordsOf(fields);
  return toFailure(kindOf(className(named), text) ?? kindOfStatus(status), {
    status,
    headers,
    text,
  });
};

/** The failure that an exception inside a stream means. */
export function failureOfException(name: string, data: string): Failure {
  const fields = asObject(parseJson(data));
  const text = wordsOf(fields);
  const kind = kindOf(className(name), text) ?? 'unavailable';
  return toFailure(kind, { status: STATUS_IN_STREAM[kind] ?? UNKNOWN_STATUS, text });
}

function kindOf(name: string, text: string): Failure['kind'] | undefined {
  const kind = CLASSES.find(([classes]) => classes.test(name))?.[1];
  if (kind === 'credential' && ONE_MODEL.test(text)) return 'rejected';
  return kind === 'rejected' && CONTEXT.test(text) ? 'context_length' : kind;
}

/** `ValidationException:http://…` in the header, `com.amazon…#ValidationException` in the body. */
function className(named: string): string {
  const cut = named.split(':')[0] ?? '';
  return cut.slice(cut.lastIndexOf('#') + 1);
}

function wordsOf(fields: Record<string, unknown>): string {
  return asText(fields['message']) ?? asText(fields['Message']) ?? '';
}
