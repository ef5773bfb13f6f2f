import type { Failure, Family } from '../../adapter/adapter.ts';
import { asObject, asText, isObject } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { toFailure } from '../failures.ts';
import { kindOfError } from '../whose-fault.ts';

const PROVIDER = /\banthropic\b/giu;

/** The statuses of the provider's classes of errors, for an error that comes without a status. */
const STATUS_OF_CLASS: ReadonlyMap<string, number> = new Map([
  ['invalid_request_error', 400],
  ['authentication_error', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['not_found_error', 404],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
]);

/**
 * Our fields by the provider's fields, with which its sentences begin: `tools.0.custom.name: …`.
 */
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

/** A failure of another class inside a reply of status 200; the provider's own fault is assumed. */
const UNKNOWN_STATUS = 500;

/** The failure that a reply of another status than 200 means. */
export const failureFromMessages: Family['failure'] = (status, headers, body) => {
  const error = errorOf(body);
  const text = asText(error['message']) ?? (typeof body === 'string' ? body : '');
  const codes = [asText(error['type']) ?? ''];
  return toFailure(kindOfError({ wire: 'anthropic', status, codes, message: text }), {
    status,
    headers,
    text: text.replaceAll(PROVIDER, 'provider'),
    param: paramOf(text),
  });
};

/** The failure that an error inside a reply of status 200, or inside a stream, means. */
export function failureInMessages(body: unknown): Failure {
  const named = asText(errorOf(body)['type']) ?? '';
  const status = STATUS_OF_CLASS.get(named) ?? UNKNOWN_STATUS;
  return { ...failureFromMessages(status, {}, body), status: 200 };
}

function errorOf(body: unknown): JsonObject {
  const error = asObject(body)['error'];
  return isObject(error) ? error : {};
}

function paramOf(text: string): string | undefined {
  const field = /^([a-z_]+)(?:\.[\w.]+)?: /u.exec(text)?.[1] ?? '';
  return PARAMS.get(field);
}
