import { directivesIn, withoutDirectives } from '../directive.ts';
import { lastSaid } from '../last-said.ts';
import type { Marks } from '../last-said.ts';
import { inputTokensOf, MESSAGE_TOKENS, type Prompt, type Tool } from '../prompt.ts';
import { type Call, Refusal } from '../wire.ts';
import { assertJsonIsNamed, assertOwn, assertTakenInChat, isSearching } from './strict.ts';

/** A prompt with the parts of a request that only this wire knows. */
export interface ChatPrompt extends Prompt {
  includeUsage: boolean;
  obfuscation: boolean;
  /** Alternatives to list for each token; null without logprobs. */
  topLogprobs: number | null;
  /** The service tier that was asked for, as the provider answers in it. */
  tier: string;
  /** Whether the model searches the web, and cites what it has found. */
  isSearching: boolean;
}

type Json = Record<string, unknown>;

const CONTEXT_TOKENS_MAX = 128_000;
const IMAGE_TOKENS = 85;
const CHOICES_MAX = 128;
const RANGES: [name: string, low: number, high: number][] = [
  ['temperature', 0, 2],
  ['top_p', 0, 1],
  ['presence_penalty', -2, 2],
  ['frequency_penalty', -2, 2],
  ['n', 1, CHOICES_MAX],
  ['max_tokens', 1, Number.MAX_SAFE_INTEGER],
  ['max_completion_tokens', 1, Number.MAX_SAFE_INTEGER],
];

/** True for a JSON object. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The tier that answers: without a choice of the project's, `auto` is the default one. */
export function tierOf(asked: unknown): string {
  return typeof asked === 'string' && asked !== 'auto' ? asked : 'default';
}

/** Throws the 400 of this wire. */
export function refuse(message: string, param: string | null, code: string | null = null): never {
  throw new Refusal({ status: 400, type: 'invalid_request_error', message, param, code });
}

/** The body as an object with a known model. Throws a refusal of 400 or 404. */
export function readBody(call: Call): Json & { model: string } {
  if (!isJson(call.body)) refuse('We could not parse the JSON body of your request.', null);
  const { model } = call.body;
  if (typeof model !== 'string' || model === '') {
    refuse('you must provide a model parameter', null);
  }
  assertModel(model);
  return { ...call.body, model };
}

/** Models whose name begins with `missing` do not exist, every other one does. */
export function assertModel(model: string): void {
  if (!model.startsWith('missing')) return;
  throw new Refusal({
    status: 404,
    type: 'invalid_request_error',
    message: `The model \`${model}\` does not exist or you do not have access to it.`,
    param: null,
    code: 'model_not_found',
  });
}

/** The text of a message, whatever shape its content has. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts: unknown[] = content.map((part) => (isJson(part) ? part['text'] : ''));
  return texts.filter((text) => typeof text === 'string').join('');
}

/** Text of the last user message with its directives; empty when there is none. */
export function lastUserText(body: unknown): string {
  const messages = isJson(body) && Array.isArray(body['messages']) ? body['messages'] : [];
  const said = messages.filter(isJson);
  return contentText(said[lastSaid(said, MARKS)]?.['content']);
}

const MARKS: Marks<Json> = {
  isUser: ({ role }) => role === 'user',
  isResult: ({ role }) => role === 'tool',
  hasMedia: ({ content }) =>
    Array.isArray(content) && content.some((part) => isJson(part) && part['type'] !== 'text'),
};

/** Reads a chat request. Throws a refusal where the provider would. */
export function readChat(call: Call): ChatPrompt {
  const body = readBody(call);
  assertOwn(call, body);
  assertTakenInChat(body);
  assertJsonIsNamed(call, body);
  const messages = readMessages(body);
  assertRanges(body);
  const stream = body['stream'] === true;
  const streamOptions = body['stream_options'];
  if (isJson(streamOptions) && !stream) {
    refuse("The 'stream_options' parameter is only allowed when 'stream' is enabled.", null);
  }
  const options = isJson(streamOptions) ? streamOptions : {};
  const tools = readTools(body['tools']);
  return {
    model: body.model,
    stream,
    choices: Number(body['n'] ?? 1),
    outputMax: numberOrNull(body['max_completion_tokens'] ?? body['max_tokens']),
    stop: [body['stop'] ?? []].flat().map(String),
    lastUser: withoutDirectives(lastUserText(body)),
    toolResults: newToolResults(messages),
    tools,
    toolChoice: readToolChoice(body['tool_choice'], tools),
    parallel: body['parallel_tool_calls'] !== false,
    json: readFormat(body['response_format']),
    effort: typeof body['reasoning_effort'] === 'string' ? body['reasoning_effort'] : null,
    inputTokens: countInput(messages, body['tools']),
    includeUsage: options['include_usage'] === true,
    obfuscation: options['include_obfuscation'] !== false,
    tier: tierOf(body['service_tier']),
    isSearching: isSearching(body.model),
    topLogprobs: body['logprobs'] === true ? Number(body['top_logprobs'] ?? 0) : null,
  };
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function assertRanges(body: Json): void {
  for (const [name, low, high] of RANGES) {
    const value = body[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'number') {
      refuse(`Invalid type for '${name}': expected a number.`, name, 'invalid_type');
    }
    if (value < low) {
      refuse(`Invalid '${name}': below minimum value ${low}.`, name, 'integer_below_min_value');
    }
    if (value > high) {
      refuse(`Invalid '${name}': above maximum value ${high}.`, name, 'decimal_above_max_value');
    }
  }
}

function readMessages(body: Json): Json[] {
  const messages = body['messages'];
  if (!Array.isArray(messages) || messages.length === 0) {
    refuse("Invalid 'messages': expected a non-empty array.", 'messages', 'empty_array');
  }
  const known = messages.filter(isJson);
  if (known.length < messages.length) refuse("Invalid 'messages': not an object.", 'messages');
  assertToolAnswers(known);
  return known;
}

function assertToolAnswers(messages: Json[]): void {
  let open = new Set<unknown>();
  messages.forEach((message, index) => {
    const param = `messages.[${index}].role`;
    if (message['role'] === 'tool') {
      if (open.delete(message['tool_call_id'])) return;
      refuse(
        "Invalid parameter: messages with role 'tool' must be a response to a preceeding message " +
          "with 'tool_calls'.",
        param,
      );
    }
    if (open.size > 0) {
      refuse(
        "An assistant message with 'tool_calls' must be followed by tool messages responding to " +
          `each 'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(', ')}`,
        param,
      );
    }
    const calls = message['tool_calls'];
    if (Array.isArray(calls)) open = new Set(calls.map((call) => isJson(call) && call['id']));
  });
}

function newToolResults(messages: Json[]): string[] {
  return messages
    .slice(lastSaid(messages, MARKS) + 1)
    .filter((message) => message['role'] === 'tool')
    .map((message) => contentText(message['content']));
}

function readTools(tools: unknown): Tool[] {
  if (tools === undefined || tools === null) return [];
  if (!Array.isArray(tools)) refuse("Invalid type for 'tools': expected an array.", 'tools');
  return tools.map((tool, index) => {
    const custom = isJson(tool) && tool['type'] === 'custom' ? tool['custom'] : null;
    if (isJson(custom) && typeof custom['name'] === 'string') {
      return { name: custom['name'], schema: null, isCustom: true };
    }
    const definition = isJson(tool) ? tool['function'] : null;
    if (!isJson(definition) || typeof definition['name'] !== 'string') {
      refuse(`Missing required parameter: 'tools[${index}].function.name'.`, `tools[${index}]`);
    }
    return { name: definition['name'], schema: definition['parameters'] ?? null };
  });
}

function readToolChoice(choice: unknown, tools: Tool[]): Prompt['toolChoice'] {
  if (choice === 'none' || choice === 'required') return choice;
  const isCustom = isJson(choice) && choice['type'] === 'custom';
  const named = isJson(choice) ? choice[isCustom ? 'custom' : 'function'] : null;
  if (!isJson(named)) return 'auto';
  const name = String(named['name']);
  if (!tools.some((tool) => tool.name === name && (tool.isCustom ?? false) === isCustom)) {
    refuse(
      `Invalid value for 'tool_choice': no function named '${name}' was specified in 'tools'.`,
      'tool_choice',
    );
  }
  return { name };
}

function readFormat(format: unknown): Prompt['json'] {
  if (!isJson(format) || format['type'] === 'text') return null;
  if (format['type'] === 'json_object') return { schema: null };
  const definition = format['json_schema'];
  if (!isJson(definition) || typeof definition['name'] !== 'string') {
    refuse(
      "Missing required parameter: 'response_format.json_schema'.",
      'response_format.json_schema',
      'missing_required_parameter',
    );
  }
  return { schema: definition['schema'] ?? {} };
}

function countInput(messages: Json[], tools: unknown): number {
  let total = tools === undefined ? 0 : inputTokensOf(JSON.stringify(tools).length);
  for (const message of messages) {
    const { content } = message;
    const calls = message['tool_calls'];
    const characters =
      lengthWithoutDirectives(contentText(content)) + (calls ? JSON.stringify(calls).length : 0);
    total += inputTokensOf(characters) + MESSAGE_TOKENS + IMAGE_TOKENS * imagesIn(content);
  }
  if (total > CONTEXT_TOKENS_MAX) {
    refuse(
      `This model's maximum context length is ${CONTEXT_TOKENS_MAX} tokens. However, your messages ` +
        `resulted in ${total} tokens. Please reduce the length of the messages.`,
      'messages',
      'context_length_exceeded',
    );
  }
  return total;
}

// A directive costs nothing: a test that adds one to a message must not change its price.
function lengthWithoutDirectives(text: string): number {
  return directivesIn(text).length > 0 ? withoutDirectives(text).length : text.length;
}

function imagesIn(content: unknown): number {
  if (!Array.isArray(content)) return 0;
  return content.filter((part) => isJson(part) && part['type'] === 'image_url').length;
}
