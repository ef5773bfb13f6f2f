import { directivesIn, withoutDirectives } from '../directive.ts';
import { lastSaid } from '../last-said.ts';
import type { Marks } from '../last-said.ts';
import { inputTokensOf, MESSAGE_TOKENS, type Prompt, type Tool } from '../prompt.ts';
import { type Call, Refusal } from '../wire.ts';

type Json = Record<string, unknown>;

/**
 * The longest context of a model, and the one that a server loads a model with where the request
 * asks for none.
 */
const CONTEXT_TOKENS_MAX = 128_000;
const CONTEXT_TOKENS_DEFAULT = 4_096;
const IMAGE_TOKENS = 256;
const THINKS = /reasoner|qwen3|gpt-oss|deepseek-r1|magistral/u;
const ROLES = ['system', 'user', 'assistant', 'tool'];

/** True for a JSON object. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Throws an error of this wire, which has no codes. */
export function refuse(message: string, status = 400): never {
  throw new Refusal({ status, message, code: null });
}

/**
 * The body as an object with a known model; those whose name begins with `missing` are not there.
 */
export function readBody(call: Call): Json & { model: string } {
  if (!isJson(call.body)) refuse('invalid character in the body');
  const { model } = call.body;
  if (typeof model !== 'string' || model === '') refuse('model is required');
  if (model.startsWith('missing')) {
    refuse(`model "${model}" not found, try pulling it first`, 404);
  }
  return { ...call.body, model };
}

/** Text of the last user message with its directives; empty when there is none. */
export function lastUserText(body: unknown): string {
  const messages = messagesIn(body);
  const last = messages[lastSaid(messages, MARKS)];
  return typeof last?.['content'] === 'string' ? last['content'] : '';
}

const MARKS: Marks<Json> = {
  isUser: ({ role }) => role === 'user',
  isResult: ({ role }) => role === 'tool',
  hasMedia: ({ images }) => Array.isArray(images) && images.length > 0,
};

/** Reads a chat request. Throws a refusal where a server would. */
export function readChat(call: Call): Prompt {
  const body = readBody(call);
  const messages = messagesIn(body);
  messages.forEach(assertMessage);
  const options = isJson(body['options']) ? body['options'] : {};
  if (options['stop'] !== undefined && !Array.isArray(options['stop'])) {
    refuse('option "stop" must be of type array');
  }
  return {
    model: body.model,
    stream: body['stream'] !== false,
    choices: 1,
    outputMax: typeof options['num_predict'] === 'number' ? options['num_predict'] : null,
    stop: [options['stop'] ?? []].flat().map(String),
    lastUser: withoutDirectives(lastUserText(body)),
    toolResults: resultsAfterUser(messages),
    tools: readTools(body['tools']),
    toolChoice: 'auto',
    parallel: true,
    json: readFormat(body['format']),
    effort: readThink(body['think'], body.model),
    inputTokens: countInput(messages, body),
  };
}

function messagesIn(body: unknown): Json[] {
  const messages = isJson(body) ? body['messages'] : undefined;
  return Array.isArray(messages) ? messages.filter(isJson) : [];
}

function assertMessage(message: Json): void {
  if (!ROLES.includes(String(message['role']))) refuse('invalid message role');
  if (typeof message['content'] !== 'string') {
    refuse(
      'json: cannot unmarshal into Go struct field ChatRequest.messages.content of type string',
    );
  }
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  for (const call of calls as unknown[]) {
    const made = isJson(call) && isJson(call['function']) ? call['function'] : {};
    if (!isJson(made['arguments'])) {
      refuse('json: cannot unmarshal string into Go struct field .messages.tool_calls.arguments');
    }
  }
  const images = Array.isArray(message['images']) ? message['images'] : [];
  if (images.some((image) => typeof image !== 'string' || image.startsWith('data:'))) {
    refuse('illegal base64 data at input byte 4');
  }
}

function resultsAfterUser(messages: Json[]): string[] {
  return messages
    .slice(lastSaid(messages, MARKS) + 1)
    .filter((message) => message['role'] === 'tool')
    .map((message) => String(message['content']));
}

function readTools(tools: unknown): Tool[] {
  if (!Array.isArray(tools)) return [];
  return (tools as unknown[]).map((tool) => {
    const definition = isJson(tool) && isJson(tool['function']) ? tool['function'] : {};
    if (typeof definition['name'] !== 'string') refuse('a tool has no name');
    return { name: definition['name'], schema: definition['parameters'] ?? null };
  });
}

function readFormat(format: unknown): Prompt['json'] {
  if (format === undefined || format === null || format === '') return null;
  if (format === 'json') return { schema: null };
  if (isJson(format)) return { schema: format };
  refuse(`invalid format: ${JSON.stringify(format)}; expected "json" or a JSON schema`);
}

/** Levels are for some models only, and only models that think can be told to. */
function readThink(think: unknown, model: string): string | null {
  if (think === undefined || think === null) return null;
  if (think === false) return 'none';
  if (!THINKS.test(model)) refuse(`"${model}" does not support thinking`);
  if (think === true) return 'medium';
  return typeof think === 'string' ? think : refuse('invalid think value');
}

function countInput(messages: Json[], { tools, options, truncate }: Json): number {
  let total = tools === undefined ? 0 : inputTokensOf(JSON.stringify(tools).length);
  for (const message of messages) {
    const calls = message['tool_calls'];
    const text = withoutMarkers(String(message['content']));
    const characters = text.length + (calls === undefined ? 0 : JSON.stringify(calls).length);
    const images = Array.isArray(message['images']) ? message['images'].length : 0;
    total += inputTokensOf(characters) + MESSAGE_TOKENS + IMAGE_TOKENS * images;
  }
  const asked = Number((isJson(options) ? options['num_ctx'] : null) ?? CONTEXT_TOKENS_DEFAULT);
  const context = truncate === false ? Math.min(asked, CONTEXT_TOKENS_MAX) : CONTEXT_TOKENS_MAX;
  if (total > context) {
    const message = `request (${total} tokens) exceeds the available context size (${context} tokens)`;
    refuse(JSON.stringify({ error: { code: 400, message, type: 'exceed_context_size_error' } }));
  }
  return total;
}

// A directive costs nothing: a test that adds one to a message must not change its price.
function withoutMarkers(text: string): string {
  return directivesIn(text).length > 0 ? withoutDirectives(text) : text;
}
