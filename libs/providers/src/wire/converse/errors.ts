import type { Failure, Family } from '../../adapter/adapter.ts';
import { asObject, asText, parseJson } from '../../json.ts';
import { toFailure } from '../failures.ts';
import { kindOfError } from '../whose-fault.ts';

/** The statuses of classes of errors, for an exception inside a stream, which has none. */
const STATUS_OF_CLASS: readonly [RegExp, number][] = [
  [/^Validation/iu, 400],
  [/^ResourceNotFound/iu, 404],
];
const STATUS_IN_STREAM: Partial<Record<Failure['kind'], number>> = {
  model_unavailable: 404,
  credential: 403,
  rate_limited: 429,
  overloaded: 503,
  timeout: 408,
  rejected: 400,
  context_length: 400,
};
const UNKNOWN_STATUS = 500;

/**
 * The failure that a reply of another status than 200 means: its class is in a header, its words in
 * the body.
 */
export const failureFromWire: Family['failure'] = (status, headers, body) => {
  const fields = asObject(body);
  const named = headers['x-amzn-errortype'] ?? asText(fields['__type']) ?? '';
  const text = typeof body === 'string' ? body : wordsOf(fields);
  const codes = [className(named)];
  const kind = kindOfError({ wire: 'bedrock', status, codes, message: text });
  return toFailure(kind, { status, headers, text });
};

/** The failure that an exception inside a stream means. */
export function failureOfException(name: string, data: string): Failure {
  const fields = asObject(parseJson(data));
  const text = wordsOf(fields);
  const named = className(name);
  const [, known = UNKNOWN_STATUS] = STATUS_OF_CLASS.find(([classes]) => classes.test(named)) ?? [];
  const kind = kindOfError({ wire: 'bedrock', status: known, codes: [named], message: text });
  return toFailure(kind, { status: STATUS_IN_STREAM[kind] ?? UNKNOWN_STATUS, text });
}

/** `ValidationException:http://…` in the header, `com.amazon…#ValidationException` in the body. */
function className(named: string): string {
  const cut = named.split(':')[0] ?? '';
  return cut.slice(cut.lastIndexOf('#') + 1);
}

function wordsOf(fields: Record<string, unknown>): string {
  return asText(fields['message']) ?? asText(fields['Message']) ?? '';
}
