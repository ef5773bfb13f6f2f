import { OPENAI_FACTS } from '@tollgate/providers/openai/facts';
import { lineOf } from '@tollgate/providers/openai/lines';
import { directivesIn, withoutDirectives } from '../directive.ts';
import { lastSaid } from '../last-said.ts';
import type { Marks } from '../last-said.ts';
import { inputTokensOf, MESSAGE_TOKENS, type Prompt, type Tool } from '../prompt.ts';
import { type Shape, unknownIn } from '../shape.ts';
import type { Call } from '../wire.ts';
import { readDemanded } from './hosted-choice.ts';
import type { DemandedTool } from './hosted-choice.ts';
import { isJson, readBody, refuse, tierOf } from './chat-request.ts';
import {
  assertExtensions,
  BODY_EXTENSIONS,
  ITEM_EXTENSIONS,
  PART_EXTENSIONS,
  REASONING_EXTENSIONS,
  TOOL_EXTENSIONS,
} from './extensions.ts';
import { APPROVAL_ITEMS, readApprovals, readServers } from './mcp.ts';
import type { Approvals, McpServer } from './mcp.ts';
import { IMAGE_FIELDS, isImages, readImages } from './response-images.ts';
import type { AskedImages } from './response-images.ts';
import { isSealed } from './sealed.ts';
import { readFileSearch } from './vector-stores.ts';
import { assertCount, assertImages, assertTier, imagesIn, isOwn, isResting } from './strict.ts';

/** A prompt with the parts of a request that only this wire knows. */
export interface ResponsesPrompt extends Prompt {
  /** Whether a summary of the reasoning is shown. */
  summarises: boolean;
  /** Whether reasoning comes back sealed. */
  seals: boolean;
  obfuscation: boolean;
  /** The service tier that was asked for, as the provider answers in it. */
  tier: string;
  /** Whether the web may be searched; all tools share one bound. */
  searchesWeb: boolean;
  /** The tool of this provider's that the model has to call; null: it may call any. */
  demanded: DemandedTool | null;
  /** The MCP servers that may be called. */
  servers: readonly McpServer[];
  /** Calls of servers that the input has, and those that have been approved or denied since. */
  approvals: Approvals;
  /** Whether vector stores may be searched, and whether what is found is to be shown. */
  files?: { isShown: boolean };
  /** Whether code may run, and whether what it prints is to be shown. */
  code?: { isShown: boolean };
  /** The images that may be made; null: none. */
  images: AskedImages | null;
}

type Json = Record<string, unknown>;

const CONTEXT_TOKENS_MAX = 128_000;
const OUTPUT_TOKENS_MIN = 16;
const IMAGE_TOKENS = 85;
const SEALED_TOKENS = 32;
const CACHE_KEY_CHARACTERS_MAX = 64;
/** Models that reason; those of names that nobody has are plain. */
const REASONS = /(?:^|\/)(?:o\d|gpt-[5-9])|reasoner/u;
const ALWAYS = ['low', 'medium', 'high', 'xhigh', 'max'];
const EFFORTS: readonly [RegExp, readonly string[]][] = [
  [/^gpt-5-pro/u, ['high']],
  [/-pro/u, ['medium', 'high', 'xhigh']],
  [/^gpt-5\.1-codex-max|^gpt-5\.[23]-codex/u, ['low', 'medium', 'high', 'xhigh']],
  [/-codex/u, ['low', 'medium', 'high']],
  [/^gpt-5\.6|^gpt-6-(?:sol|luna)|^gpt-6\.1-terra/u, ['none', ...ALWAYS]],
  [/^gpt-[6-9]/u, ALWAYS],
  [/^gpt-5\.[2-5]/u, ['none', 'low', 'medium', 'high', 'xhigh']],
];
/** Models that know custom tools. */
const CUSTOM = /(?:^|\/)gpt-[5-9]/u;
const CUSTOM_FIELDS = new Set([
  'type',
  'name',
  'description',
  'format',
  'allowed_callers',
  'defer_loading',
]);
const SUMMARIES: ReadonlySet<unknown> = new Set(['auto', 'concise', 'detailed']);
const NO_STREAMS = /^gpt-5(?:\.\d)?-pro/u;
const CONTENT: Shape = {
  type: null,
  text: null,
  image_url: null,
  filename: null,
  file_data: null,
  file_url: null,
  file_id: null,
  detail: null,
  refusal: null,
  annotations: null,
  logprobs: null,
  ...PART_EXTENSIONS,
};
const FILTER: Shape = { read_only: null, tool_names: null };
const BODY: Shape = {
  model: null,
  input: {
    type: null,
    role: null,
    content: CONTENT,
    id: null,
    status: null,
    phase: null,
    call_id: null,
    name: null,
    namespace: null,
    tools: null,
    arguments: null,
    input: null,
    output: CONTENT,
    summary: { type: null, text: null },
    encrypted_content: null,
    action: null,
    server_label: null,
    error: null,
    approval_request_id: null,
    approve: null,
    reason: null,
    ...ITEM_EXTENSIONS,
  },
  instructions: null,
  background: null,
  conversation: null,
  include: null,
  max_output_tokens: null,
  max_tool_calls: null,
  metadata: null,
  parallel_tool_calls: null,
  previous_response_id: null,
  prompt: null,
  prompt_cache_key: null,
  prompt_cache_retention: null,
  ...BODY_EXTENSIONS,
  reasoning: { effort: null, summary: null, ...REASONING_EXTENSIONS },
  safety_identifier: null,
  service_tier: null,
  store: null,
  stream: null,
  stream_options: { include_obfuscation: null },
  temperature: null,
  text: {
    format: { type: null, name: null, description: null, schema: null, strict: null },
    verbosity: null,
  },
  tool_choice: { type: null, name: null, mode: null, tools: null, server_label: null },
  tools: {
    type: null,
    name: null,
    description: null,
    parameters: null,
    strict: null,
    ...TOOL_EXTENSIONS,
    external_web_access: null,
    filters: null,
    vector_store_ids: null,
    max_num_results: null,
    ranking_options: {
      ranker: null,
      score_threshold: null,
      hybrid_search: { embedding_weight: null, text_weight: null },
    },
    user_location: { type: null, city: null, region: null, country: null, timezone: null },
    search_context_size: null,
    server_label: null,
    server_url: null,
    connector_id: null,
    authorization: null,
    headers: null,
    require_approval: { always: FILTER, never: FILTER },
    allowed_tools: null,
    server_description: null,
    container: { type: null, file_ids: null, memory_limit: null, network_policy: null },
    ...IMAGE_FIELDS,
    format: { type: null, syntax: null, definition: null },
    tools: null,
  },
  top_logprobs: null,
  top_p: null,
  truncation: null,
  user: null,
};

/** Reads a request of the Responses interface. Throws a refusal where the provider would. */
export function readResponses(call: Call): ResponsesPrompt {
  const body = readBody(call);
  const unknown = unknownIn(body, BODY);
  if (unknown !== null) {
    const param = [...unknown.path, unknown.name].join('.');
    refuse(`Unknown parameter: '${param}'.`, param, 'unknown_parameter');
  }
  const items = readItems(body['input']);
  for (const item of items) assertSeal(item, body.model);
  if (isOwn(call)) {
    assertCount('tools', body['tools'], OPENAI_FACTS.tools?.value);
    assertTier(body['service_tier'], body.model);
    assertImages(imagesIn(items, 'input_image'), OPENAI_FACTS);
  }
  const brought = items.flatMap(({ type, tools: own }) => (type === 'additional_tools' ? own : []));
  const own = listOf(body['tools']);
  const search = own.some(isSearch);
  own.filter(isSearch).forEach(assertDomains);
  const isCode = readCode(own);
  const servers = readServers(own);
  const images = readImages(own, body, imagesIn(items, 'input_image'));
  const isFiles = readFileSearch(call, own);
  const demanded = readDemanded(body, own);
  const approvals = readApprovals(items, servers);
  const functions = own.filter(
    (tool) => !isSearch(tool) && !isImages(tool) && !HOSTED.has(tool['type']),
  );
  const listed = own.length === 0 ? body['tools'] : functions;
  const tools = [...readTools(listed, body.model), ...readTools(brought, body.model)];
  assertSettings(body);
  assertExtensions(body);
  const include = Array.isArray(body['include']) ? body['include'] : [];
  const options = isJson(body['stream_options']) ? body['stream_options'] : {};
  const reasoning = isJson(body['reasoning']) ? body['reasoning'] : {};
  const { effort } = reasoning;
  return {
    model: body.model,
    stream: body['stream'] === true,
    choices: 1,
    outputMax: typeof body['max_output_tokens'] === 'number' ? body['max_output_tokens'] : null,
    stop: [],
    lastUser: withoutDirectives(lastUserOf(items)),
    toolResults: newResults(items),
    tools,
    ...(search || isCode || isFiles || images !== null || servers.length > 0
      ? { searches: readBound(body['max_tool_calls']) }
      : {}),
    ...(isCode ? { code: { isShown: include.includes('code_interpreter_call.outputs') } } : {}),
    ...(isFiles ? { files: { isShown: include.includes('file_search_call.results') } } : {}),
    searchesWeb: search,
    servers,
    images,
    approvals,
    demanded,
    toolChoice: demanded === null ? readChoice(body['tool_choice'], tools) : 'auto',
    parallel: body['parallel_tool_calls'] !== false,
    json: readFormat(call, body),
    effort: typeof effort === 'string' ? effort : null,
    thinks: REASONS.test(body.model),
    inputTokens: countInput(items, body),
    summarises: SUMMARIES.has(reasoning['summary']),
    seals: include.includes('reasoning.encrypted_content'),
    obfuscation: options['include_obfuscation'] !== false,
    tier: tierOf(body['service_tier']),
  };
}

/** Without a bound the provider has none either. */
function readBound(most: unknown): number {
  if (most === undefined || most === null) return Infinity;
  if (Number.isInteger(most) && Number(most) > 0) return Number(most);
  return refuse("Invalid 'max_tool_calls': integer below minimum value.", 'max_tool_calls');
}

function isSearch({ type }: Json): boolean {
  return type === 'web_search' || type === 'web_search_2025_08_26';
}

function assertDomains({ filters }: Json): void {
  const unknown = unknownIn(filters, { allowed_domains: null, blocked_domains: null });
  if (unknown !== null) refuse(`Unknown parameter: '${unknown.name}'.`, 'tools');
}

const CODE = 'code_interpreter';
const HOSTED: ReadonlySet<unknown> = new Set([CODE, 'mcp', 'file_search']);
const MEMORY: ReadonlySet<unknown> = new Set([undefined, '1g', '4g', '16g', '64g']);

/** Whether code may run, in a container that is made for the request. */
function readCode(tools: readonly Json[]): boolean {
  const found = tools.filter(({ type }) => type === CODE);
  if (found.length > 1) refuse('Duplicate tools are not allowed.', 'tools');
  const [tool] = found;
  if (tool === undefined) return false;
  const { container } = tool;
  const param = `tools[${tools.indexOf(tool)}].container`;
  if (typeof container === 'string') refuse(`Container with id '${container}' not found.`, param);
  if (!isJson(container)) refuse(`Missing required parameter: '${param}'.`, param);
  const { type, memory_limit: memory, file_ids: files, network_policy: policy } = container;
  if (type !== 'auto') refuse(`Invalid value: '${String(type)}'.`, `${param}.type`);
  if (!MEMORY.has(memory)) refuse('Invalid value.', `${param}.memory_limit`, 'invalid_value');
  if (listOfAny(files).length > 0) refuse('No such File object.', `${param}.file_ids`);
  if (policy !== undefined && (!isJson(policy) || policy['type'] !== 'disabled')) {
    refuse('Invalid value.', `${param}.network_policy`, 'invalid_value');
  }
  return true;
}

function listOfAny(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}

/** Text of the last item of a user with its directives; empty when there is none. */
export function lastUserText(body: unknown): string {
  const input = isJson(body) ? body['input'] : '';
  return lastUserOf(Array.isArray(input) ? input.filter(isJson) : plainItems(input));
}

function plainItems(input: unknown): Json[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : [];
}

function lastUserOf(items: readonly Json[]): string {
  return textOf(items[lastSaid(items, MARKS)]?.['content']);
}

const MARKS: Marks<Json> = {
  isUser: ({ role }) => role === 'user',
  isResult: ({ type }) => String(type).endsWith('_call_output'),
  hasMedia: ({ content }) =>
    Array.isArray(content) && content.some((part) => isJson(part) && part['type'] !== 'input_text'),
};

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? content.filter(isJson) : [];
  return parts.map(({ text }) => (typeof text === 'string' ? text : '')).join('');
}

function readItems(input: unknown): Json[] {
  if (typeof input === 'string' && input !== '') return plainItems(input);
  if (!Array.isArray(input) || input.length === 0) {
    refuse("Missing required parameter: 'input'.", 'input', 'missing_required_parameter');
  }
  const items = input.filter(isJson);
  if (items.length < input.length) refuse("Invalid type for 'input': expected objects.", 'input');
  items.forEach(assertItem);
  assertCalls(items);
  return items;
}

const PARTS: Readonly<Record<string, readonly string[]>> = {
  system: ['input_text'],
  developer: ['input_text'],
  user: ['input_text', 'input_image', 'input_file'],
  assistant: ['output_text', 'refusal'],
};

const ITEMS: ReadonlySet<unknown> = new Set([
  'additional_tools',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'web_search_call',
  ...APPROVAL_ITEMS,
]);

function assertItem(item: Json, position: number, all: readonly Json[]): void {
  const param = `input[${position}]`;
  const { type = 'message', role, content } = item;
  if (type === 'message') {
    const known = PARTS[String(role)];
    if (known === undefined) refuse(`Invalid value: '${String(role)}'.`, `${param}.role`);
    if (typeof content === 'string') return;
    const parts = Array.isArray(content) ? content.filter(isJson) : [];
    if (parts.length === 0) {
      refuse(`Missing required parameter: '${param}.content'.`, `${param}.content`);
    }
    const odd = parts.findIndex((part) => !known.includes(String(part['type'])));
    if (odd >= 0) {
      const part = `${param}.content[${odd}]`;
      refuse(`Invalid value: '${String(parts[odd]?.['type'])}'.`, part, 'invalid_value');
    }
    return;
  }
  if (type === 'reasoning') assertReasoningItem(item, param, all[position + 1]);
  else if (!ITEMS.has(type)) {
    refuse(`Invalid value: '${String(type)}'.`, `${param}.type`, 'invalid_value');
  }
}

/** Only the model that made it can open sealed reasoning. */
function assertSeal({ type, encrypted_content: seal }: Json, model: string): void {
  if (type !== 'reasoning' || isSealed(seal, model)) return;
  refuse(
    'The encrypted content could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
    null,
    'invalid_encrypted_content',
  );
}

const FOLLOWING: ReadonlySet<unknown> = new Set([
  'reasoning',
  'function_call',
  'custom_tool_call',
  'web_search_call',
  'mcp_call',
  'mcp_approval_request',
]);

/** Reasoning goes back sealed, and belongs to what the model made next. */
function assertReasoningItem(item: Json, param: string, next: Json | undefined): void {
  if (!Array.isArray(item['summary'])) {
    refuse(`Missing required parameter: '${param}.summary'.`, `${param}.summary`);
  }
  const made = FOLLOWING.has(next?.['type']);
  if (made || next?.['role'] === 'assistant') return;
  refuse(
    `Item '${String(item['id'])}' of type 'reasoning' was provided without its required following item.`,
    'input',
  );
}

/** Each call has one result, of its own kind. */
function assertCalls(items: readonly Json[]): void {
  const open = new Map<unknown, string>();
  for (const [position, item] of items.entries()) {
    const param = `input[${position}]`;
    const { type, call_id: id, name, output } = item;
    const given = CALLS[String(type)];
    if (given !== undefined) {
      if (![name, item[given], id].every((one) => typeof one === 'string')) {
        refuse(`Missing required parameter: '${param}.${given}'.`, param);
      }
      open.set(id, `${String(type)}_output`);
    }
    if (type !== 'function_call_output' && type !== 'custom_tool_call_output') continue;
    if (output === undefined) refuse(`Missing required parameter: '${param}.output'.`, param);
    const wanted = open.get(id);
    if (wanted !== type) {
      const what = type === 'function_call_output' ? 'function call' : 'custom tool call';
      refuse(`No tool call found for ${what} output with call_id ${String(id)}.`, 'input');
    }
    open.delete(id);
  }
  const left = [...open.keys()].at(0);
  if (left !== undefined) {
    refuse(`No tool output found for function call ${JSON.stringify(left)}.`, 'input');
  }
}

/** The member that holds what a call gives. */
const CALLS: Readonly<Record<string, string>> = {
  function_call: 'arguments',
  custom_tool_call: 'input',
};

function newResults(items: readonly Json[]): string[] {
  return items
    .slice(lastSaid(items, MARKS) + 1)
    .filter(MARKS.isResult)
    .map(({ output }) => textOf(output));
}

function readTools(tools: unknown, model: string): Tool[] {
  if (tools === undefined || tools === null) return [];
  if (!Array.isArray(tools)) refuse("Invalid type for 'tools': expected an array.", 'tools');
  return tools.flatMap((tool: unknown, index): Tool | Tool[] => {
    if (isJson(tool) && tool['type'] === 'namespace') {
      const namespace = String(tool['name']);
      return readTools(tool['tools'], model).map((inner) => ({ ...inner, namespace }));
    }
    if (!isJson(tool) || typeof tool['name'] !== 'string') {
      refuse(`Missing required parameter: 'tools[${index}].name'.`, `tools[${index}].name`);
    }
    if (tool['type'] === 'custom') return readCustom(tool, { model, index });
    if (tool['type'] !== 'function') {
      const message = `Invalid value: '${String(tool['type'])}'.`;
      refuse(message, `tools[${index}].type`, 'invalid_value');
    }
    for (const name of ['parameters', 'strict']) {
      if (name in tool) continue;
      const param = `tools[${index}].${name}`;
      refuse(`Missing required parameter: '${param}'.`, param, 'missing_required_parameter');
    }
    return { name: tool['name'], schema: tool['parameters'] ?? null };
  });
}

/** A custom tool takes any text, or one that a grammar describes. */
function readCustom(tool: Json, { model, index }: { model: string; index: number }): Tool {
  const param = `tools[${index}]`;
  if (!CUSTOM.test(model)) {
    refuse(`Custom tools are not supported with the '${model}' model.`, `${param}.type`);
  }
  const odd = Object.keys(tool).find((name) => !CUSTOM_FIELDS.has(name));
  if (odd !== undefined) {
    refuse(`Unknown parameter: '${param}.${odd}'.`, `${param}.${odd}`, 'unknown_parameter');
  }
  const { format } = tool;
  if (format !== undefined) assertCustomFormat(format, `${param}.format`);
  return { name: String(tool['name']), schema: null, isCustom: true };
}

function assertCustomFormat(format: unknown, param: string): void {
  const { type, syntax, definition } = isJson(format) ? format : {};
  if (type === 'text') return;
  if (type !== 'grammar') refuse(`Invalid value: '${String(type)}'.`, `${param}.type`);
  if (syntax !== 'lark' && syntax !== 'regex') refuse('Invalid grammar.', `${param}.syntax`);
  if (typeof definition !== 'string' || definition === '') {
    refuse('Invalid grammar.', `${param}.definition`);
  }
}

function readChoice(choice: unknown, tools: readonly Tool[]): Prompt['toolChoice'] {
  if (choice === 'none' || choice === 'required') return choice;
  if (!isJson(choice)) return 'auto';
  const name = String(choice['name']);
  const isCustom = choice['type'] === 'custom';
  const isKnown = (tool: Tool): boolean =>
    tool.name === name && (tool.isCustom ?? false) === isCustom;
  if (tools.some(isKnown)) return { name };
  return refuse(`Tool choice '${name}' not found in 'tools' parameter.`, 'tool_choice');
}

function readFormat({ path }: Call, { text, input, model }: Json): Prompt['json'] {
  const format = isJson(text) ? text['format'] : null;
  if (!isJson(format) || format['type'] === 'text') return null;
  if (format['type'] === 'json_object') {
    const own = String(model).slice(String(model).lastIndexOf('/') + 1);
    const isOpenai = path.startsWith('/openai/') || lineOf(own) !== undefined;
    if (!isOpenai || /json/iu.test(JSON.stringify(input))) return { schema: null };
    refuse(
      "Response input messages must contain the word 'json' in some form to use 'text.format' of type 'json_object'.",
      'input',
    );
  }
  if (typeof format['name'] !== 'string' || !isJson(format['schema'])) {
    const param = 'text.format.name';
    refuse(`Missing required parameter: '${param}'.`, param, 'missing_required_parameter');
  }
  return { schema: format['schema'] };
}

function assertSettings(body: Json & { model: string }): void {
  const { max_output_tokens: ceiling, prompt_cache_key: key, tools } = body;
  if (typeof ceiling === 'number' && ceiling < OUTPUT_TOKENS_MIN) {
    refuse(
      `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= ${OUTPUT_TOKENS_MIN}, but got ${ceiling} instead.`,
      'max_output_tokens',
      'integer_below_min_value',
    );
  }
  if (typeof key === 'string' && key.length > CACHE_KEY_CHARACTERS_MAX) {
    const code = 'string_above_max_length';
    refuse("Invalid 'prompt_cache_key': string too long.", 'prompt_cache_key', code);
  }
  if (body['stream'] === true && NO_STREAMS.test(body.model)) {
    const message = `Unsupported value: 'stream' does not support true with this model.`;
    refuse(message, 'stream', 'unsupported_value');
  }
  if (REASONS.test(body.model)) assertReasoning(body);
  else if (isJson(body['reasoning'])) {
    const message = "Unsupported parameter: 'reasoning.effort' is not supported with this model.";
    refuse(message, 'reasoning.effort', 'unsupported_parameter');
  }
  if (Array.isArray(tools)) return;
  for (const name of ['tool_choice', 'parallel_tool_calls']) {
    if (body[name] === undefined || body[name] === 'auto' || body[name] === true) continue;
    refuse(`Invalid value for '${name}': only allowed when 'tools' are specified.`, name);
  }
}

function assertReasoning(body: Json & { model: string }): void {
  const { effort: asked } = isJson(body['reasoning']) ? body['reasoning'] : {};
  for (const name of ['temperature', 'top_p']) {
    if (body[name] === undefined || body[name] === 1 || isResting(body.model, asked)) continue;
    const message = `Unsupported parameter: '${name}' is not supported with this model.`;
    refuse(message, name, 'unsupported_parameter');
  }
  const summary = isJson(body['reasoning']) ? body['reasoning']['summary'] : undefined;
  if (summary !== undefined && summary !== null && !SUMMARIES.has(summary)) {
    refuse(`Invalid value: '${JSON.stringify(summary)}'.`, 'reasoning.summary', 'invalid_value');
  }
  const efforts = EFFORTS.find(([models]) => models.test(body.model))?.[1];
  const effort = isJson(body['reasoning']) ? body['reasoning']['effort'] : undefined;
  if (efforts === undefined || effort === undefined || effort === null) return;
  if (typeof effort === 'string' && efforts.includes(effort)) return;
  const message = `Unsupported value: '${JSON.stringify(effort)}' is not supported with the '${body.model}' model.`;
  refuse(message, 'reasoning.effort', 'unsupported_value');
}

function countInput(items: readonly Json[], body: Json): number {
  const { tools, instructions } = body;
  let total = tools === undefined ? 0 : inputTokensOf(JSON.stringify(tools).length);
  if (typeof instructions === 'string') total += inputTokensOf(instructions.length);
  for (const { type, content, output, arguments: given, input, name } of items) {
    const said = [textOf(content), textOf(output), given, input, name].filter(
      (text) => typeof text === 'string',
    );
    const length = said.reduce((sum, text) => sum + lengthOf(text), 0);
    const images = Array.isArray(content)
      ? content.filter((part) => isJson(part) && part['type'] === 'input_image').length
      : 0;
    total += inputTokensOf(length) + MESSAGE_TOKENS + IMAGE_TOKENS * images;
    if (type === 'reasoning') total += SEALED_TOKENS;
  }
  if (total > CONTEXT_TOKENS_MAX) {
    refuse(
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
      'input',
      'context_length_exceeded',
    );
  }
  return total;
}

// A directive costs nothing: a test that adds one to a message must not change its price.
function lengthOf(text: string): number {
  return directivesIn(text).length > 0 ? withoutDirectives(text).length : text.length;
}
