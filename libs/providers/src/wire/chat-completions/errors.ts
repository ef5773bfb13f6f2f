import type { Failure, Family } from '../../adapter/adapter.ts';
import { asList, asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { toFailure } from '../failures.ts';
import { kindOfError } from '../whose-fault.ts';

/** Lower statuses are no errors; an error without a status counts as the provider's own fault. */
const ERROR_STATUS_MIN = 400;
const UNKNOWN_STATUS = 500;

/** The content of an error of this wire, whatever the provider calls its fields. */
interface ErrorFields {
  text: string;
  /** The sentence alone. */
  message: string;
  codes: string[];
  type: string | undefined;
  status: number | undefined;
  param: string | undefined;
  /** The headers that a provider has got from the one behind it. */
  inner: Record<string, string>;
}

/**
 * The failure that a reply of another status than 200 means. Knows the envelopes of all providers
 * of this wire, and that some answer a bad key or an empty account with 400 or 429.
 */
export const failureFromWire: Family['failure'] = (status, headers, body) => {
  return failureOf(status, headers, read(body));
};

/** The failure that an error inside a reply of status 200 means: its own code is the status. */
export function failureInReply(error: unknown): Failure {
  const reported = read(error);
  return failureOf(reported.status ?? UNKNOWN_STATUS, {}, reported);
}

function failureOf(
  status: number,
  headers: Record<string, string>,
  reported: ErrorFields,
): Failure {
  const { text, param, inner } = reported;
  const kind = kindOfError({ ...reported, wire: 'openai', status });
  const resetsAtMs = Number(inner['x-ratelimit-reset'] ?? Number.NaN);
  return toFailure(kind, { status, headers: { ...inner, ...headers }, text, param, resetsAtMs });
}

/** The error that a reply or a stream's event carries, or undefined. */
export function errorIn(reply: JsonObject): unknown {
  const error = reply['error'] ?? asObject(reply['x_groq'])['error'];
  if (error !== undefined && error !== null && error !== false) return error;
  if (reply['object'] === 'error') return reply;
  return failedResponse(reply['base_resp']);
}

/**
 * How MiniMax refuses in a reply of status 200, as an error with a status of HTTP:
 * https://platform.minimax.io/docs/api-reference/errorcode, read on 2026-11-29.
 */
function failedResponse(reported: unknown): JsonObject | undefined {
  const { status_code: code, status_msg: message } = asObject(reported);
  if (typeof code !== 'number' || code === 0) return undefined;
  return { message: `${asText(message) ?? ''} (${code})`, code: STATUS_OF_BASE_CODE[code] ?? 500 };
}

const STATUS_OF_BASE_CODE: Partial<Record<number, number>> = {
  1001: 504,
  1002: 429,
  1004: 401,
  1008: 402,
  1026: 422,
  1027: 422,
  1039: 400,
  2013: 400,
  2049: 401,
};

function read(body: unknown): ErrorFields {
  if (typeof body === 'string') return fieldsOf({ message: body });
  const fields = asObject(body);
  const error = fields['error'];
  if (isObject(error)) return fieldsOf(error);
  if (typeof error === 'string') return fieldsOf({ ...fields, message: error });
  return fieldsOf(fields);
}

function fieldsOf(error: JsonObject): ErrorFields {
  const message = asText(error['message']) ?? detailText(error['detail']) ?? '';
  // The unusable output of a model shows the caller what to change.
  const failed = asText(error['failed_generation']);
  const text = failed === undefined ? message : `${message} failed_generation: ${failed}`;
  return {
    text,
    message,
    codes: [error['code'] ?? []].flat().filter((code) => typeof code === 'string'),
    type: asText(error['type']),
    status: statusOf(
      error['status_code'] ?? error['http_code'] ?? error['code'] ?? error['status'],
    ),
    param: asText(error['param']),
    inner: innerHeaders(asObject(asObject(error['metadata'])['headers'])),
  };
}

function innerHeaders(reported: JsonObject): Record<string, string> {
  const entries = Object.entries(reported).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name.toLowerCase(), value] as const] : [],
  );
  return Object.fromEntries(entries);
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
