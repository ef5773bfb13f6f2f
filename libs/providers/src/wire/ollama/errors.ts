import type { Failure, Family } from '../../adapter/adapter.ts';
import { asObject, asText, isObject, parseJson } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { toFailure } from '../failures.ts';
import { kindOfError } from '../whose-fault.ts';

const PARAMS: readonly [RegExp, string][] = [
  [/does not support tools/iu, 'tools'],
  [/does not support thinking|think value/iu, 'reasoning_effort'],
  [/does not support (?:vision|images?)|image input/iu, 'messages'],
  [/invalid format|json schema|grammar/iu, 'response_format'],
];
/** The status of an error in a stream, which carries none: the server's own fault is assumed. */
const UNKNOWN_STATUS = 500;
const NESTED_MAX = 3;

/** What a reply of another status than 200 means: `{"error": "…"}`, or the envelope of a proxy. */
export const failureFromWire: Family['failure'] = (status, headers, body) => {
  const text = textOf(body);
  // An unknown path means a wrong address, not a fault of the request.
  const isNoModel = status === 404 && !isObject(body);
  const kind = isNoModel ? 'unavailable' : kindOf(status, text);
  return toFailure(kind, { status, headers, text, param: paramOf(text) });
};

/** What an error inside a reply of status 200 means. */
export function failureInReply(reply: JsonObject): Failure {
  const text = textOf(reply);
  const reported = reply['status_code'] ?? reply['status'] ?? asObject(reply['error'])['code'];
  const usable =
    typeof reported === 'number' &&
    Number.isInteger(reported) &&
    reported >= 400 &&
    reported <= 599;
  const status = usable ? reported : UNKNOWN_STATUS;
  return toFailure(kindOf(status, text), { status, text, param: paramOf(text) });
}

function kindOf(status: number, message: string): Failure['kind'] {
  return kindOfError({ wire: 'ollama', status, codes: [], message });
}

function paramOf(text: string): string | undefined {
  return PARAMS.find(([words]) => words.test(text))?.[1];
}

/** The words of an error. A server passes its engine's error on as JSON inside the text. */
function textOf(body: unknown, depth = 0): string {
  if (depth > NESTED_MAX) return '';
  if (typeof body === 'string') {
    const inner = body.startsWith('{') ? parseJson(body) : undefined;
    return isObject(inner) ? textOf(inner, depth + 1) || body : body;
  }
  const fields = asObject(body);
  const { error } = fields;
  if (error !== undefined && error !== null) return textOf(error, depth + 1);
  return asText(fields['message']) ?? '';
}
