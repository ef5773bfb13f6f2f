import type { Failure, Family } from '../../adapter.ts';
import { asList, asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { kindOfStatus, toFailure } from '../failures.ts';

const CONTEXT =
  /context[_ ](?:length|size|window)|too[_ ]many[_ ](?:prompt[_ ]|input[_ ]|total[_ ])?tokens|prompt (?:is )?too long|exceed_context|maximum (?:prompt|input) (?:length|size)/iu;
/** Statuses under which providers say that a prompt is too long. */
const CONTEXT_STATUSES: ReadonlySet<number> = new Set([400, 413, 422, 500, 501]);
/** Words that deny one model only, or that tell of moderation; the key itself is good. */
const NOT_THE_KEY =
  /moderation|flagged|content[_ ]policy|model_not_found|(?:access to|allowed to (?:use|sample from)).{0,20}\bmodel|model.{0,40}(?:not allowed|no access)/iu;
/** Words of faults in a request that servers of local models report as faults of their own. */
const OF_THE_REQUEST =
  /not[_ ]supported|unsupported|does(?: not|n't) support|invalid[_ ](?:request|argument|type|value|param|role|json|message|grammar|schema)|\bcannot (?:use|combine|have|be used)\b|\bmust (?:be|have|contain)\b|failed to parse|missing (?:required|field)|requires? --|is required/iu;
const KEY =
  /(?:incorrect|invalid|wrong|missing|expired|revoked).{0,20}(?:api|access|auth).{0,5}key|invalid_api_key/iu;
const ACCOUNT =
  /insufficient_quota|billing|credit balance|payment required|exceeded your current quota/iu;
/** Statuses that mean a refusal of the request where the words say so. */
const REJECTED_BY_WORDS: Partial<Record<number, RegExp>> = {
  403: NOT_THE_KEY,
  500: OF_THE_REQUEST,
  501: OF_THE_REQUEST,
};
/** Lower statuses are no errors; an error without a status counts as the provider's own fault. */
const ERROR_STATUS_MIN = 400;
const UNKNOWN_STATUS = 500;

/** The content of an error of this wire, whatever the provider calls its fields. */
interface Told {
  text: string;
  /** Code, type and text together: the words by which kinds are told apart. */
  words: string;
  status: number | undefined;
  param: string | undefined;
}

/**
 * The failure that a reply of another status than 200 means. Knows the envelopes of all providers of this
 * wire, and that some answer a bad key or an empty account with 400 or 429.
 */
export const failureFromWire: Family['failure'] = (status, headers, body) => {
  const told = read(body);
  const kind = kindOf(status, told);
  return toFailure(kind, { status, headers, text: told.text, param: told.param });
};

/** The failure that an error inside a reply of status 200 means: its own code is the status. */
export function failureInReply(error: unknown): Failure {
  const told = read(error);
  const status = told.status ?? UNKNOWN_STATUS;
  return toFailure(kindOf(status, told), { status, text: told.text, param: told.param });
}

/** The error that a reply or a stream's event carries, or undefined. */
export function errorIn(reply: JsonObject): unknown {
  const error = reply['error'] ?? asObject(reply['x_groq'])['error'];
  if (error !== undefined && error !== null && error !== false) return error;
  return reply['object'] === 'error' ? reply : undefined;
}

function kindOf(status: number, { words }: Told): Failure['kind'] {
  const isOfCaller = status >= ERROR_STATUS_MIN && status < 500;
  if (isOfCaller && ACCOUNT.test(words)) return 'credential';
  if (status === 400 && KEY.test(words)) return 'credential';
  if (CONTEXT_STATUSES.has(status) && CONTEXT.test(words)) return 'context_length';
  return REJECTED_BY_WORDS[status]?.test(words) === true ? 'rejected' : kindOfStatus(status);
}

function read(body: unknown): Told {
  if (typeof body === 'string') return toldBy({ message: body });
  const fields = asObject(body);
  const error = fields['error'];
  if (isObject(error)) return toldBy(error);
  if (typeof error === 'string') return toldBy({ ...fields, message: error });
  return toldBy(fields);
}

function toldBy(error: JsonObject): Told {
  const message = asText(error['message']) ?? detailText(error['detail']) ?? '';
  // The unusable output of a model shows the caller what to change.
  const failed = asText(error['failed_generation']);
  const text = failed === undefined ? message : `${message} failed_generation: ${failed}`;
  const words = [error['code'], error['type'], message].filter((word) => typeof word === 'string');
  return {
    text,
    words: words.join(' '),
    status: statusOf(error['status_code'] ?? error['code'] ?? error['status']),
    param: asText(error['param']),
  };
}

/** Validation errors of some providers are a list of `{msg, loc}`. */
function detailText(detail: unknown): string | undefined {
  if (typeof detail === 'string') return detail;
  const messages = asList(detail).flatMap((item) => asText(asObject(item)['msg']) ?? []);
  return messages.length === 0 ? undefined : messages.join('; ');
}

function statusOf(code: unknown): number | undefined {
  const status = typeof code === 'string' && code !== '' ? Number(code) : code;
  const usable = typeof status === 'number' && Number.isInteger(status);
  return usable && status >= ERROR_STATUS_MIN && status <= 599 ? status : undefined;
}
