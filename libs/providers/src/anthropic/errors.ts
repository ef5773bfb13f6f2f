import type { Failure, Family } from '../adapter.ts';
import { asObject, asText, isObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { kindOfStatus, toFailure } from '../wire/failures.ts';

const CONTEXT = /prompt is too long|context (?:limit|window)|too many (?:input )?tokens/iu;
const ACCOUNT = /credit balance|billing/iu;
const ONE_MODEL = /access to (?:the|this|that) model|model.{0,40}not (?:allowed|available)/iu;
const PROVIDER = /\banthropic\b/giu;

/** Our kind for each error type of the provider; for an unknown type the status decides. */
const KINDS: ReadonlyMap<string, Failure['kind']> = new Map([
  ['invalid_request_error', 'rejected'],
  ['authentication_error', 'credential'],
  ['billing_error', 'credential'],
  ['permission_error', 'credential'],
  ['not_found_error', 'rejected'],
  ['request_too_large', 'rejected'],
  ['rate_limit_error', 'rate_limited'],
  ['timeout_error', 'timeout'],
  ['api_error', 'unavailable'],
  ['overloaded_error', 'overloaded'],
]);

/** Our fields by the provider's fields, with which its sentences begin: `tools.0.custom.name: …`. */
const PARAMS: ReadonlyMap<string, string> = new Map([
  ['max_tokens', 'max_tokens'],
  ['messages', 'messages'],
  ['output_config', 'response_format'],
  ['stop_sequences', 'stop'],
  ['system', 'messages'],
  ['temperature', 'temperature'],
  ['thinking', 'reasoning_effort'],
  ['tool_choice', 'tool_choice'],
  ['tools', 'tools'],
  ['top_p', 'top_p'],
]);

/** A failure inside a reply of status 200 carries no status; the provider's own fault is assumed. */
const UNKNOWN_STATUS = 500;

/** The failure that a reply of another status than 200 means. */
export const failureFromMessages: Family['failure'] = (status, headers, body) => {
  const error = errorOf(body);
  const text = asText(error['message']) ?? (typeof body === 'string' ? body : '');
  return toFailure(kindOf(error, text, status), {
    status,
    headers,
    text: text.replaceAll(PROVIDER, 'provider'),
    param: paramOf(text),
  });
};

/** The failure that an error inside a reply of status 200, or inside a stream, means. */
export function failureInMessages(body: unknown): Failure {
  return { ...failureFromMessages(UNKNOWN_STATUS, {}, body), status: 200 };
}

function errorOf(body: unknown): JsonObject {
  const error = asObject(body)['error'];
  return isObject(error) ? error : {};
}

function kindOf(error: JsonObject, text: string, status: number): Failure['kind'] {
  const kind = KINDS.get(asText(error['type']) ?? '') ?? kindOfStatus(status);
  if (kind === 'credential' && ONE_MODEL.test(text)) return 'rejected';
  if (kind !== 'rejected') return kind;
  if (ACCOUNT.test(text)) return 'credential';
  return CONTEXT.test(text) ? 'context_length' : 'rejected';
}

function paramOf(text: string): string | undefined {
  const field = /^([a-z_]+)(?:\.[\w.]+)?: /u.exec(text)?.[1] ?? '';
  return PARAMS.get(field);
}
