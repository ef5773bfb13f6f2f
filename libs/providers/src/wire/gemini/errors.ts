import type { Failure, Family } from '../../adapter/adapter.ts';
import { asList, asObject, asText } from '../../json.ts';
import type { JsonObject } from '../../json.ts';
import { toFailure } from '../failures.ts';
import { kindOfError } from '../whose-fault.ts';

/** The provider's names for itself. */
const NAMES =
  /\b(?:google(?:'s)?(?: cloud)?(?: ai(?: studio)?)?|vertex ai|gemini(?: developer)? api|ai studio|generative language api)\b/giu;
/** Fields of the wire and the parameters of ours that they carry. */
const PARAMS: readonly [RegExp, string][] = [
  [/temperature/iu, 'temperature'],
  [/top_?p/iu, 'top_p'],
  [/max_?output_?tokens/iu, 'max_tokens'],
  [/candidate_?count/iu, 'n'],
  [/stop_?sequences/iu, 'stop'],
  [/seed/iu, 'seed'],
  [/response_?(?:json_?)?schema|response_?mime_?type/iu, 'response_format'],
  [/thinking/iu, 'reasoning_effort'],
  [/^(?:request\.)?tools/iu, 'tools'],
  [/^(?:request\.)?(?:contents|system_?instruction)/iu, 'messages'],
];
/**
 * The provider's advice about its own interface behind the sentence that a model does not exist.
 */
const ADVICE = / for API version \S+ or is not supported for .*$/su;
const UNKNOWN_STATUS = 500;

/** What the provider puts into an error. */
interface ErrorFields {
  code: number | undefined;
  /** The sentence. */
  said: string;
  /** The sentence without the provider's names. */
  text: string;
  reasons: string[];
  retrySeconds: number | undefined;
  param: string | undefined;
}

/**
 * The failure that a reply of another status than 200 means. Waits are in the body, not in a
 * header.
 */
export const failureFromWire: Family['failure'] = (status, headers, body) => {
  return failureOf(status, headers, read(body));
};

/** The failure that an error inside a reply of status 200 means: its own code is the status. */
export function failureInReply(reply: JsonObject): Failure {
  const reported = read(reply);
  return failureOf(reported.code ?? UNKNOWN_STATUS, {}, reported);
}

function failureOf(
  status: number,
  headers: Record<string, string>,
  reported: ErrorFields,
): Failure {
  const { text, said, reasons, param, retrySeconds } = reported;
  const kind = kindOfError({ wire: 'google', status, codes: reasons, message: said });
  return toFailure(kind, { status, headers, text, param, retrySeconds });
}

function read(body: unknown): ErrorFields {
  // A stream that was asked for as one document brings its error as a list of one.
  const first = Array.isArray(body) ? (body as unknown[])[0] : body;
  const error = asObject(asObject(first)['error']);
  const details = asList(error['details']).map(asObject);
  const text = asText(error['message']) ?? (typeof body === 'string' ? body : '');
  const code = error['code'];
  return {
    code: typeof code === 'number' && code >= 400 && code <= 599 ? code : undefined,
    said: text,
    text: withoutNames(text),
    reasons: details.flatMap((detail) => asText(detail['reason']) ?? []),
    retrySeconds: retryIn(details, text),
    param: paramOf(details),
  };
}

/** A sentence of the provider without its names and its advice about its own interface. */
export function withoutNames(text: string): string {
  return text.replace(ADVICE, '.').replaceAll(NAMES, 'the provider');
}

/** `RetryInfo` says `48s` or `48.9s`; where it is missing, the sentence may say it. */
function retryIn(details: readonly JsonObject[], text: string): number | undefined {
  const delays = details.map((detail) => asText(detail['retryDelay']));
  const reported =
    delays.find((delay) => delay !== undefined) ?? /retry in ([\d.]+s)/u.exec(text)?.[1];
  const seconds = /^([\d.]+)s$/u.exec(reported ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

function paramOf(details: readonly JsonObject[]): string | undefined {
  const violations = details.flatMap((detail) => asList(detail['fieldViolations']));
  const fields = violations.flatMap((item) => asText(asObject(item)['field']) ?? []);
  for (const field of fields) {
    const found = PARAMS.find(([pattern]) => pattern.test(field));
    if (found !== undefined) return found[1];
  }
  return undefined;
}
