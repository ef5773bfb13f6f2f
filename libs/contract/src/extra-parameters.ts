import { ChatRequest } from './chat.ts';
import { MessagesRequest } from './messages.ts';
import { nearName } from './near-name.ts';
import type { ParameterRule } from './request-contract.ts';
import { ResponsesRequest } from './responses.ts';
import { refusedExtension, wordsOf } from './unknown-fields.ts';

/**
 * Parameters of providers that no route of ours knows, such as `min_p`. A contract has those that
 * its administrator has admitted, or that its family has natively; a request names them beside its
 * own fields, and they go to the provider as they came.
 */

/**
 * The most characters of a string, or of the JSON of an object or a list, that a rule may allow.
 */
const EXTRA_CHARACTERS_MAX = 65_536;
/** The most extra parameters of one contract. */
export const EXTRAS_MAX = 32;

const NAME = /^[a-z][a-z0-9_]{0,63}$/u;

/** Native at several providers, and a field of `/v1/messages`. */
const NATIVE = 'top_k';
/**
 * Names that read like what is refused below, and say only which texts end an answer or how a
 * template is filled.
 */
const HARMLESS: ReadonlySet<string> = new Set([
  NATIVE,
  'allowed_token_ids',
  'chat_template_kwargs',
  'stop_token_ids',
]);
/**
 * Names of fields that a mapper writes on one of the wires, and what else decides about ceiling,
 * price, prompt or the shape of an answer.
 */
const RESERVED: ReadonlySet<string> = new Set([
  ...Object.keys(ChatRequest.properties),
  ...Object.keys(ResponsesRequest.properties),
  ...Object.keys(MessagesRequest.properties).filter((name) => name !== NATIVE),
  ...(
    'candidate_count chat_template contents cached_content constructor early_stopping format ignore_eos image_config include_usage keep_alive ' +
    'media_resolution num_keep options random_seed raw response_modalities response_mime_type response_json_schema response_schema return_prompt ' +
    'safety_settings shift speech_config stop_sequences suffix think thinking_config use_raw_prompt'
  ).split(' '),
]);
/** The reserved names of several words, without what parts the words. */
const RUN_TOGETHER: ReadonlySet<string> = new Set(
  [...RESERVED].filter((name) => name.includes('_')).map((name) => name.replaceAll('_', '')),
);
/**
 * Words of a name by which parameters lengthen or multiply answers, add to the prompt, choose
 * another model or target, or reach beyond the request.
 */
const DECISIVE_WORDS: ReadonlySet<string> = new Set(
  (
    'adapter api base beam beams best config credential credentials documents echo endpoint extra headers host input inputs key logprobs lora media messages mm model models modalities n ' +
    'plugins preset prompt provider providers proxy resolution route router routing salt sequences stream system template tier timeout tools transforms url'
  ).split(' '),
);
/**
 * Ceilings and floors of lengths under their many names, such as `max_new_tokens`, `min_tokens` and
 * `num_ctx`.
 */
const LENGTH =
  /^(?:max|min|num|n|total|limit|budget)_(?:\w+_)?(?:tokens?|toks|length|len|predict|ctx|sample|gpu|batch)$/u;

/**
 * Whether a name, in whatever spelling, names a length, or of what decides about price, prompt,
 * target or the number of answers.
 */
export function isDecisive(name: string): boolean {
  const words = wordsOf(name);
  return LENGTH.test(words.join('_')) || words.some((word) => DECISIVE_WORDS.has(word));
}

/**
 * Whether a name, in whatever spelling, is a field of several words that a route of ours or a
 * mapper has, such as `maxTokens`.
 */
export function isOwnField(name: string): boolean {
  return RUN_TOGETHER.has(name.toLowerCase().replaceAll(/[^a-z0-9]/gu, ''));
}

/**
 * Why no contract may have an extra parameter of this name, as words behind the name; null when one
 * may.
 */
export function refusedExtraName(name: string): string | null {
  if (!NAME.test(name)) return 'must be a name of lower-case letters, digits and underscores';
  if (HARMLESS.has(name)) return null;
  if (RESERVED.has(name)) {
    return 'is a field that Tollgate sets itself; correct the rule of the parameter that it belongs to';
  }
  const decides = isDecisive(name) || refusedExtension(name, null) !== null;
  return decides ? 'can change what a call costs, its ceiling or its target' : null;
}

/** Whether a field of a request can only be an extra parameter of its model. */
export function mayBeExtra(name: string): boolean {
  return refusedExtraName(name) === null;
}

/**
 * The rule of an extra parameter in a contract; undefined where the contract has none of this name.
 */
export function extraRule(
  parameters: Readonly<Record<string, ParameterRule>>,
  name: string,
): ParameterRule | undefined {
  const rule = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  return rule?.type === undefined ? undefined : rule;
}

/**
 * The faults of the rule of an extra parameter, as words behind its name; empty when it is bounded.
 */
export function extraFaults(name: string, rule: ParameterRule): string[] {
  const refused = refusedExtraName(name);
  if (refused !== null) return [refused];
  const { type, values, minimum, maximum, max_characters: characters, ...rest } = rule;
  if (type === undefined) {
    return ['is no parameter of this capability; an extra parameter of the provider needs a type'];
  }
  const { supported, ...others } = rest;
  if (!supported) return [];
  const [other] = Object.keys(others);
  if (other !== undefined) return [`cannot have ${other}`];
  if (values?.some((value) => !isOfType(type, value)) === true)
    return [`has values of other types`];
  const isNumeric = type === 'number' || type === 'integer';
  if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
    return ['has a minimum above its maximum'];
  }
  if (isNumeric) {
    const isBounded = values !== undefined || (minimum !== undefined && maximum !== undefined);
    return isBounded ? [] : ['needs a minimum and a maximum, or values'];
  }
  if (type === 'boolean' || (type === 'string' && values !== undefined)) return [];
  return characters === undefined ? ['needs max_characters'] : [];
}

type ExtraType = NonNullable<ParameterRule['type']>;

/**
 * Why a value does not fit the rule of an extra parameter, as words behind its name; null when it
 * fits.
 * @param value of JSON, nested no deeper than a body may be
 */
export function extraValueFault(
  {
    type = 'object',
    values,
    minimum,
    maximum,
    max_characters: most = EXTRA_CHARACTERS_MAX,
  }: ParameterRule,
  value: unknown,
): string | null {
  if (!isOfType(type, value)) return `must be of the type ${type}`;
  if (values !== undefined && !values.some((one) => one === value)) {
    return `must be one of ${values.map((one) => JSON.stringify(one)).join(', ')}`;
  }
  if (typeof value === 'number') {
    if (minimum !== undefined && value < minimum) return `must be ${minimum} or more`;
    return maximum !== undefined && value > maximum ? `must be ${maximum} or less` : null;
  }
  if (typeof value === 'boolean') return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > most ? `may have ${most} characters of JSON at most` : null;
}

function isOfType(type: ExtraType, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isSafeInteger(value);
  if (type !== 'object') return typeof value === type;
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What the error of a request says of an extra parameter that its model does not have. */
export function notAdmitted(name: string): string {
  const near = nearName(name, Object.keys(ChatRequest.properties));
  const advice =
    near === undefined
      ? 'Leave it out, or have an administrator admit it for this model as an extra parameter.'
      : `Did you mean ${near}?`;
  return `${name} is not a parameter of this route. ${advice}`;
}
