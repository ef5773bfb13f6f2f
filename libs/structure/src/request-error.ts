import type { ErrorObject } from 'ajv';
import { GatewayError } from '@tollgate/contract/error-codes';
import { pricedWords } from '@tollgate/contract/openai-extensions';
import { schemaFaults, unknownField } from '@tollgate/contract/schema-faults';
import type { SchemaFault } from '@tollgate/contract/schema-faults';
import { nameHere } from './other-names.ts';
import type { Endpoint } from './other-names.ts';

/** The longest step of a path that is repeated to a caller, in characters. */
const STEP_CHARACTERS_MAX = 100;

const CHAT: readonly Endpoint[] = ['/v1/chat/completions', '/v1/responses'];
const MESSAGES: readonly Endpoint[] = ['/v1/messages', '/v1/messages/count_tokens'];
const FILE_ADVICE = 'This platform stores no files: send the file itself, as base64.';

/**
 * What to do about values that clients of other services send, by what the field's path ends with.
 */
const ADVICE: readonly {
  field: RegExp;
  /** Undefined: nothing. */
  value: string | undefined;
  words: string;
  /** Routes that this is true of; absent: all. */
  only?: readonly Endpoint[];
}[] = [
  { field: /^tool_choice$/, value: 'any', words: 'Use "required" to demand a call.' },
  { field: /\.type$/, value: 'input_audio', words: 'Audio is not taken: send its text.' },
  { field: /\.type$/, value: 'video_url', words: 'Video is not taken: send pictures of it.' },
  { field: /\.source\.type$/, value: 'file', words: FILE_ADVICE },
  { field: /\.file_data$/, value: undefined, words: FILE_ADVICE },
  { field: /\.type$/, value: 'document', words: 'Here it is called "file".', only: CHAT },
  { field: /\.type$/, value: 'input_file', words: 'Here it is called "file".' },
  { field: /\.type$/, value: 'file', words: 'Here it is called "document".', only: MESSAGES },
  { field: /\.type$/, value: 'input_text', words: 'Here it is called "text".' },
  { field: /\.type$/, value: 'output_text', words: 'Here it is called "text".' },
  { field: /\.type$/, value: 'input_image', words: 'Here it is called "image_url".' },
  { field: /\.type$/, value: 'image', words: 'Here it is called "image_url".', only: CHAT },
  { field: /\.role$/, value: 'function', words: 'Results of functions have the role "tool".' },
  { field: /\.role$/, value: 'model', words: 'What the model said has the role "assistant".' },
  { field: /^store$/, value: 'true', words: 'This platform stores no responses.' },
];

/**
 * The public error for what a validator found: it names the field, what the field may hold and,
 * where that is known, what to do.
 * @param errors of a validator with `verbose`
 */
export function toRequestError(errors: readonly ErrorObject[], endpoint: Endpoint): GatewayError {
  const [fault] = schemaFaults(errors as Parameters<typeof schemaFaults>[0]);
  if (fault === undefined) return new GatewayError('invalid_request', 'The request is not valid.');
  const param = toParam(fault.path);
  if (fault.keyword === 'additionalProperties') return surplus(param, endpoint, fault);
  const code = isOtherKind(fault) ? 'unsupported_parameter' : 'invalid_request';
  const advice = adviceFor(param, fault.value, endpoint);
  const words = [`${param || 'The request'} ${fault.words}.`, advice];
  return new GatewayError(code, words.filter(Boolean).join(' '), {
    param: param === '' ? undefined : param,
  });
}

/** A kind of part, tool or format that exists elsewhere. */
function isOtherKind({ keyword, path, value }: SchemaFault): boolean {
  return keyword === 'discriminator' && path.at(-1) === 'type' && typeof value === 'string';
}

function surplus(param: string, endpoint: Endpoint, { near }: SchemaFault): GatewayError {
  const words = pricedWords(param);
  if (words !== null) {
    return new GatewayError('unsupported_parameter', `${param} ${words}`, { param });
  }
  const name = nameHere(endpoint, param);
  return unknownField(param, name === undefined ? near : { use: name });
}

function adviceFor(param: string, value: unknown, endpoint: Endpoint): string {
  const given = typeof value === 'boolean' ? String(value) : value;
  const found = ADVICE.find(
    (one) => one.value === given && one.field.test(param) && one.only?.includes(endpoint) !== false,
  );
  return found?.words ?? '';
}

/** `['messages', '0', 'content']` as `messages[0].content`. */
function toParam(path: readonly string[]): string {
  return path.reduce((whole, step) => {
    const name = step.slice(0, STEP_CHARACTERS_MAX);
    if (/^\d+$/.test(name)) return `${whole}[${name}]`;
    return whole === '' ? name : `${whole}.${name}`;
  }, '');
}
