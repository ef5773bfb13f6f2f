import { STANDARD_TIERS } from '@tollgate/contract/service-tiers';
import { DEEPSEEK_FACTS } from '@tollgate/providers/deepseek/facts';
import type { WireFacts } from '@tollgate/providers/adapter/facts';
import { OPENAI_FACTS } from '@tollgate/providers/openai/facts';
import { isResponsesOnly, lineOf, refusesToolsInChat } from '@tollgate/providers/openai/lines';
import { type Shape, unknownIn } from '../shape.ts';
import { assertExtensions, BODY_EXTENSIONS, PART_EXTENSIONS } from './extensions.ts';
import { type Call, Refusal } from '../wire.ts';

type Json = Record<string, unknown>;

/**
 * Under this path stands the provider of the wire itself; other providers take more, and refuse
 * less.
 */
const OWN_PATH = '/openai/';
/** Under this path stands another provider of the wire. */
const DEEPSEEK_PATH = '/deepseek/';
const CACHE_KEY_CHARACTERS_MAX = 64;
const FUNCTION: Shape = { name: null, description: null, parameters: null, strict: null };
const CUSTOM: Shape = {
  name: null,
  description: null,
  format: { type: null, grammar: { syntax: null, definition: null } },
};
const BODY: Shape = {
  model: null,
  messages: {
    role: null,
    content: {
      type: null,
      text: null,
      image_url: { url: null, detail: null },
      input_audio: null,
      file: { filename: null, file_data: null, file_id: null },
      refusal: null,
      ...PART_EXTENSIONS,
    },
    name: null,
    refusal: null,
    audio: null,
    tool_calls: {
      id: null,
      type: null,
      function: { name: null, arguments: null },
      custom: { name: null, input: null },
    },
    tool_call_id: null,
  },
  frequency_penalty: null,
  logit_bias: null,
  logprobs: null,
  max_completion_tokens: null,
  max_tokens: null,
  metadata: null,
  modalities: null,
  n: null,
  parallel_tool_calls: null,
  prediction: null,
  presence_penalty: null,
  prompt_cache_key: null,
  prompt_cache_retention: null,
  ...BODY_EXTENSIONS,
  reasoning_effort: null,
  response_format: {
    type: null,
    json_schema: { name: null, description: null, schema: null, strict: null },
  },
  safety_identifier: null,
  seed: null,
  service_tier: null,
  stop: null,
  store: null,
  stream: null,
  stream_options: { include_usage: null, include_obfuscation: null },
  temperature: null,
  tool_choice: { type: null, function: { name: null }, custom: { name: null } },
  tools: { type: null, function: FUNCTION, custom: CUSTOM },
  top_logprobs: null,
  top_p: null,
  user: null,
  verbosity: null,
  web_search_options: {
    search_context_size: null,
    user_location: {
      type: null,
      approximate: { city: null, country: null, region: null, timezone: null },
    },
  },
};
const REASONS = /^(?:o\d|gpt-[5-9])/u;
const DEFAULTS: Readonly<Record<string, number>> = {
  temperature: 1,
  top_p: 1,
  presence_penalty: 0,
  frequency_penalty: 0,
};
/** What resting models take at any value. */
const SAMPLING: readonly string[] = ['temperature', 'top_p'];
const REFUSED = ['stop', 'logit_bias', 'logprobs', 'top_logprobs'];
/** GPT-6 models that can rest, and earlier ones that think unless a request says otherwise. */
const RESTS_WHEN_TOLD = /^gpt-(?:5\.[5-9](?!-pro)|6-(?:sol|luna)|6\.1-terra)/u;
/** Models that think only where the request says so. */
const RESTS = /^gpt-5\.[1-4](?!-(?:pro|codex))/u;
/** The efforts of chat completions, which leave `max` to the Responses interface. */
const EFFORTS: readonly [RegExp, readonly string[]][] = [
  [RESTS_WHEN_TOLD, ['none', 'low', 'medium', 'high', 'xhigh']],
  [/^gpt-[6-9]/u, ['low', 'medium', 'high', 'xhigh']],
  [/^gpt-5\.1/u, ['none', 'low', 'medium', 'high']],
  [/^gpt-5\.[2-9]/u, ['none', 'low', 'medium', 'high', 'xhigh']],
  [/^gpt-5/u, ['minimal', 'low', 'medium', 'high']],
  [/^o\d/u, ['low', 'medium', 'high']],
];

function refuse(message: string, param: string | null, code: string | null = null): never {
  throw new Refusal({ status: 400, type: 'invalid_request_error', message, param, code });
}

/**
 * Refuses the effort `max`, and function tools where OpenAI does so on chat completions, by the
 * same table of facts as the product. The model may also be asked for at another provider: whoever
 * serves it by this name passes the request on to OpenAI.
 */
export function assertTakenInChat(body: Json & { model: string }): void {
  const { model, tools, reasoning_effort: effort } = body;
  const own = model.slice(model.lastIndexOf('/') + 1);
  if (effort === 'max' && REASONS.test(own)) {
    const message = `Unsupported value: 'reasoning_effort' does not support "max" with this model.`;
    refuse(message, 'reasoning_effort', 'unsupported_value');
  }
  if (!Array.isArray(tools) || tools.length === 0 || !refusesToolsInChat(own, effort)) return;
  refuse(
    `Function tools with reasoning_effort are not supported for ${own} in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.`,
    'reasoning_effort',
  );
}

/** Whether a call goes to the provider of the wire itself. */
export function isOwn({ path }: Pick<Call, 'path'>): boolean {
  return path.startsWith(OWN_PATH);
}

/**
 * Refuses what the provider of this wire documents as refused, beyond what every provider of the
 * wire does.
 */
export function assertOwn({ path }: Call, body: Json & { model: string }): void {
  if (path.startsWith(DEEPSEEK_PATH)) assertWithin(body, DEEPSEEK_FACTS);
  if (!isOwn({ path })) return;
  if (isResponsesOnly(body.model)) {
    throw new Refusal({
      status: 404,
      type: 'invalid_request_error',
      message: 'This model is only supported in v1/responses and not in v1/chat/completions.',
      param: 'model',
      code: null,
    });
  }
  const unknown = unknownIn(body, BODY);
  if (unknown) {
    const param = [...unknown.path, unknown.name].join('.');
    refuse(`Unknown parameter: '${param}'.`, param, 'unknown_parameter');
  }
  assertSearch(body);
  if (isSearching(body.model)) return assertWithin(body, OPENAI_FACTS);
  if (REASONS.test(body.model)) assertReasoning(body);
  else if (present(body, 'reasoning_effort')) {
    refuse('Unrecognized request argument supplied: reasoning_effort', 'reasoning_effort');
  }
  assertExtensions(body);
  assertTogether(body);
  assertWithin(body, OPENAI_FACTS);
  assertTier(body['service_tier'], body.model);
  assertCacheKey(body['prompt_cache_key']);
}

/** Models that search the web before every answer, which the guide of the tool names. */
export function isSearching(model: string): boolean {
  return /-search-(?:preview|api)(?:-\d{4}-\d{2}-\d{2})?$/u.test(model);
}

const INCOMPATIBLE = [
  ...REFUSED,
  ...Object.keys(DEFAULTS),
  'n',
  'seed',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'reasoning_effort',
];
const SIZES: readonly unknown[] = ['low', 'medium', 'high'];

/** What search models refuse, and the others of a search. */
function assertSearch(body: Json & { model: string }): void {
  const { web_search_options: options } = body;
  if (!isSearching(body.model)) {
    if (options === undefined || options === null) return;
    refuse('Web search options not supported with this model.', null);
  }
  const odd = INCOMPATIBLE.find((name) => present(body, name));
  if (odd !== undefined) refuse(`Model incompatible request argument supplied: ${odd}`, null);
  const { search_context_size: size = 'medium', user_location: location } = Object(options) as Json;
  if (!SIZES.includes(size)) refuse('Invalid value.', 'web_search_options.search_context_size');
  if (location !== undefined && (location as Json)['type'] !== 'approximate') {
    refuse('Invalid value.', 'web_search_options.user_location.type');
  }
}

function present(body: Json, name: string): boolean {
  return body[name] !== undefined && body[name] !== null;
}

/**
 * Whether a model does not think about a request, and so takes sampling parameters: from GPT-5.1
 * on, "only supported when reasoning effort is set to none".
 */
export function isResting(model: string, effort: unknown): boolean {
  const own = model.slice(model.lastIndexOf('/') + 1);
  if (RESTS.test(own)) return effort === undefined || effort === null || effort === 'none';
  return RESTS_WHEN_TOLD.test(own) && effort === 'none';
}

function assertReasoning(body: Json & { model: string }): void {
  if (present(body, 'max_tokens')) {
    refuse(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'max_tokens',
      'unsupported_parameter',
    );
  }
  const samples = isResting(body.model, body['reasoning_effort']) ? SAMPLING : [];
  for (const [name, usual] of Object.entries(DEFAULTS)) {
    if (!present(body, name) || body[name] === usual || samples.includes(name)) continue;
    refuse(
      `Unsupported value: '${name}' does not support ${String(body[name])} with this model. Only the default (${usual}) value is supported.`,
      name,
      'unsupported_value',
    );
  }
  const refused = REFUSED.find((name) => present(body, name));
  if (refused !== undefined) {
    const message = `Unsupported parameter: '${refused}' is not supported with this model.`;
    refuse(message, refused, 'unsupported_parameter');
  }
  const efforts = EFFORTS.find(([models]) => models.test(body.model))?.[1] ?? [];
  const { reasoning_effort: effort } = body;
  if (
    effort === undefined ||
    effort === null ||
    (typeof effort === 'string' && efforts.includes(effort))
  )
    return;
  const message = `Unsupported value: 'reasoning_effort' does not support ${JSON.stringify(effort)} with this model.`;
  refuse(message, 'reasoning_effort', 'unsupported_value');
}

function assertTogether(body: Json): void {
  const { tools } = body;
  if (Array.isArray(tools) && tools.length === 0) {
    refuse(
      "Invalid 'tools': empty array. Expected an array with minimum length 1.",
      'tools',
      'empty_array',
    );
  }
  for (const name of ['tool_choice', 'parallel_tool_calls']) {
    if (!present(body, name) || Array.isArray(tools)) continue;
    refuse(`Invalid value for '${name}': only allowed when 'tools' are specified.`, name);
  }
  if (present(body, 'top_logprobs') && body['logprobs'] !== true) {
    refuse("'top_logprobs' requires 'logprobs' to be true.", 'top_logprobs');
  }
  if (present(body, 'max_tokens') && present(body, 'max_completion_tokens')) {
    refuse(
      "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
      null,
    );
  }
}

/**
 * Refuses what is beyond the facts that a provider publishes of its wire, by the same table as the
 * product.
 */
function assertWithin(body: Json, facts: WireFacts): void {
  assertTools(body['tools'], facts);
  assertCount('stop', body['stop'], facts.stops?.value);
  assertImages(imagesIn(body['messages'], 'image_url'), facts);
}

/** Tiers with prices of their own, which the provider takes as well. */
const PRICED_TIERS = ['flex', 'scale', 'priority'];

/** Models that the price list of the provider has in the tier `flex`: those that reason. */
const IN_FLEX = /^(?:o3|o4-mini|gpt-[5-9])/u;

/** Refuses a tier that the provider does not have, or not for the model. */
export function assertTier(tier: unknown, model: string): void {
  const known: readonly unknown[] = [...STANDARD_TIERS.openai.values, ...PRICED_TIERS];
  if (tier === 'flex' && !IN_FLEX.test(model)) {
    refuse('Flex is not available for this model.', 'service_tier', 'unsupported_value');
  }
  if (tier === undefined || tier === null || known.includes(tier)) return;
  refuse(`Invalid value: ${JSON.stringify(tier)}.`, 'service_tier', 'invalid_value');
}

function assertTools(tools: unknown, { tools: most, toolName }: WireFacts): void {
  assertCount('tools', tools, most?.value);
  const given: readonly Json[] = Array.isArray(tools) ? (tools as Json[]) : [];
  const odd = given.findIndex(
    (tool) =>
      toolName?.value.test(String(((tool['function'] ?? tool['custom']) as Json)['name'])) ===
      false,
  );
  if (odd < 0) return;
  const param = `tools[${odd}].function.name`;
  refuse(`Invalid '${param}': string too long or of other characters.`, param, 'invalid_value');
}

/** Refuses a list that is longer than the provider takes. */
export function assertCount(name: string, list: unknown, most = Number.POSITIVE_INFINITY): void {
  if (!Array.isArray(list) || list.length <= most) return;
  refuse(
    `Invalid '${name}': array too long. Expected an array with maximum length ${most}, but got an array with length ${list.length} instead.`,
    name,
    'array_above_max_length',
  );
}

/** Refuses more images than one request may have. */
export function assertImages(count: number, { images }: WireFacts): void {
  if (images === undefined || count <= images.value) return;
  refuse(
    `Too many images in request: got ${count}, the maximum is ${images.value}.`,
    null,
    'too_many_images',
  );
}

/** The parts of a type in messages or items. */
export function imagesIn(list: unknown, type: string): number {
  const items: readonly unknown[] = Array.isArray(list) ? list : [];
  return items
    .flatMap((item) => {
      const { content, output } = Object(item) as Json;
      return [content, output].flat() as unknown[];
    })
    .filter((part) => (Object(part) as Json)['type'] === type).length;
}

function assertCacheKey(key: unknown): void {
  if (key === undefined || key === null) return;
  if (typeof key !== 'string') {
    refuse(
      "Invalid type for 'prompt_cache_key': expected a string.",
      'prompt_cache_key',
      'invalid_type',
    );
  }
  if (key.length <= CACHE_KEY_CHARACTERS_MAX) return;
  refuse(
    `Invalid 'prompt_cache_key': string too long. Expected a string with maximum length ${CACHE_KEY_CHARACTERS_MAX}, but got a string with length ${key.length} instead.`,
    'prompt_cache_key',
    'string_above_max_length',
  );
}

/**
 * A JSON object has to be asked for in words as well, of OpenAI's models wherever they are served,
 * and of DeepSeek; other providers make one anyway.
 */
export function assertJsonIsNamed({ path }: Call, body: Json & { model: string }): void {
  const format = body['response_format'] as Json | undefined | null;
  if (format?.['type'] !== 'json_object') return;
  if (/json/iu.test(JSON.stringify(body['messages']))) return;
  const own = body.model.slice(body.model.lastIndexOf('/') + 1);
  if (path.startsWith(DEEPSEEK_PATH)) {
    const words =
      "Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'.";
    refuse(words, null, 'invalid_request_error');
  }
  if (!path.startsWith(OWN_PATH) && lineOf(own) === undefined) return;
  refuse(
    "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.",
    'messages',
  );
}
