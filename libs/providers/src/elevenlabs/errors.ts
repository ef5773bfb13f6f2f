import type { Failure, Family } from '../adapter/adapter.ts';
import { asList, asObject, asText, isObject } from '../json.ts';
import { toFailure } from '../wire/failures.ts';
import { kindOfStatus } from '../wire/whose-fault.ts';

/** The provider's names for itself. */
const NAMES = /\beleven ?labs\b/giu;

/**
 * Codes whose meaning is not that of their status, as help.elevenlabs.io ("API - Error Code 400 or
 * 401" and "429") lists them, read on 2026-11-29. A quota that is used up comes with 401.
 */
const KINDS: Readonly<Record<string, Failure['kind']>> = {
  invalid_api_key: 'credential',
  missing_api_key: 'credential',
  quota_exceeded: 'credential',
  insufficient_credits: 'credential',
  max_character_limit_exceeded: 'rejected',
  text_too_long: 'rejected',
  voice_not_found: 'rejected',
  invalid_voice_id: 'rejected',
  content_against_policy: 'rejected',
  model_not_found: 'model_unavailable',
  invalid_model_id: 'model_unavailable',
  model_can_not_do_text_to_speech: 'model_unavailable',
  too_many_concurrent_requests: 'rate_limited',
  concurrent_limit_exceeded: 'rate_limited',
  rate_limit_exceeded: 'rate_limited',
  system_busy: 'overloaded',
};
/** Parameters of ours by what codes and locations of errors speak of. */
const PARAMS: readonly [RegExp, string][] = [
  [/voice_settings|speed/u, 'speed'],
  [/voice/u, 'voice'],
  [/text|character_limit/u, 'input'],
  [/output_format/u, 'response_format'],
  [/language_code/u, 'language'],
  [/temperature/u, 'temperature'],
  [/file|audio/u, 'file'],
];

interface Reported {
  code: string;
  text: string;
  /** The field that the error names. */
  location: string;
}

/** The failure that a reply of another status than 200 means. */
export const failureFromWire: Family['failure'] = (status, headers, body) => {
  const { code, text, location } = read(body);
  const kind = (Object.hasOwn(KINDS, code) ? KINDS[code] : undefined) ?? kindOfStatus(status);
  const param = PARAMS.find(([words]) => words.test(location === '' ? code : location))?.[1];
  return toFailure(kind, { status, headers, text: text.replaceAll(NAMES, 'the provider'), param });
};

/** `detail` is an object with a code and a sentence, a sentence, or a list of faults of fields. */
function read(body: unknown): Reported {
  const { detail } = asObject(body);
  if (Array.isArray(detail)) {
    const [fault] = detail.map(asObject);
    const location = asList(fault?.['loc']).map(String).join('.');
    return { code: '', text: asText(fault?.['msg']) ?? '', location };
  }
  if (!isObject(detail))
    return { code: '', text: asText(detail) ?? asText(body) ?? '', location: '' };
  const code = asText(detail['status']) ?? asText(detail['code']) ?? '';
  return { code, text: asText(detail['message']) ?? '', location: asText(detail['param']) ?? '' };
}
