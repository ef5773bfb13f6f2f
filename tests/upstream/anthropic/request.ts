import { directivesIn, withoutDirectives } from '../directive.ts';
import { isJson } from '../openai/chat-request.ts';
import { inputTokensOf, MESSAGE_TOKENS, type Prompt, type Tool } from '../prompt.ts';
import { type Call, Refusal } from '../wire.ts';
import { signatureOf } from './signature.ts';

type Json = Record<string, unknown>;

const CONTEXT_TOKENS_MAX = 200_000;
const IMAGE_TOKENS = 85;
const BUDGET_TOKENS_MIN = 1_024;

/** Throws the 400 of this wire. */
export function refuse(message: string): never {
  throw new Refusal({ status: 400, type: 'invalid_request_error', message, code: null });
}

/** Models whose name begins with `missing` do not exist, every other one does. */
export function assertModel(model: string): void {
  if (!model.startsWith('missing')) return;
  const message = `model: ${model}`;
  throw new Refusal({ status: 404, type: 'not_found_error', message, code: null });
}

/** Text of the last user turn with its directives; empty when there is none. */
export function lastUserText(body: unknown): string {
  const last = turnsIn(body).findLast((turn) => isUserSaying(turn));
  return last === undefined ? '' : textOf(last['content']);
}

/** Reads a request for a message. Throws a refusal where the vendor would. */
export function readMessages(call: Call): Prompt {
  const { body } = call;
  if (!isJson(body)) refuse('The request body is not valid JSON.');
  const { model, max_tokens: ceiling } = body;
  if (typeof model !== 'string' || model === '') refuse('model: Field required');
  assertModel(model);
  if (typeof ceiling !== 'number') refuse('max_tokens: Field required');
  if (ceiling < 1) refuse('max_tokens: Input should be greater than or equal to 1');
  assertTurns(body, model);
  const thinks = readThinking(body, ceiling);
  if (thinks && isBudget(body)) assertLoopBeginsWithThoughts(turnsIn(body));
  const tools = readTools(body['tools']);
  const choice = isJson(body['tool_choice']) ? body['tool_choice'] : {};
  if (thinks && (choice['type'] === 'any' || choice['type'] === 'tool') && isBudget(body)) {
    refuse('Thinking may not be enabled when tool_choice forces tool use.');
  }
  return {
    model,
    stream: body['stream'] === true,
    choices: 1,
    outputMax: ceiling,
    stop: [body['stop_sequences'] ?? []].flat().map(String),
    lastUser: withoutDirectives(lastUserText(body)),
    toolResults: newResults(turnsIn(body)),
    tools,
    toolChoice: readChoice(choice, tools),
    parallel: choice['disable_parallel_tool_use'] !== true,
    json: readFormat(body),
    effort: effortOf(body),
    thinks,
    inputTokens: countInput(body),
  };
}

function turnsIn(body: unknown): Json[] {
  const turns = isJson(body) && Array.isArray(body['messages']) ? body['messages'] : [];
  return turns.filter(isJson);
}

function blocksOf(content: unknown): Json[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isJson) : [];
}

function textOf(content: unknown): string {
  return blocksOf(content)
    .map((block) => (block['type'] === 'text' ? String(block['text']) : ''))
    .join('');
}

function isUserSaying({ role, content }: Json): boolean {
  return role === 'user' && blocksOf(content).some(({ type }) => type !== 'tool_result');
}

function assertTurns(body: Json, model: string): void {
  const turns = turnsIn(body);
  if (turns.length === 0) refuse('messages: at least one message is required');
  if (turns[0]?.['role'] !== 'user') refuse('messages: first message must use the "user" role');
  turns.forEach(({ role, content }, index) => {
    const blocks = blocksOf(content);
    if (blocks.length === 0) refuse(`messages.${index}: all messages must have non-empty content`);
    if (blocks.some(({ type, text }) => type === 'text' && text === '')) {
      refuse(`messages: text content blocks must be non-empty`);
    }
    if (role === 'assistant') assertThoughts(blocks, model, index);
    assertResults(blocks, blocksOf(turns[index - 1]?.['content']), index);
  });
}

function assertThoughts(blocks: Json[], model: string, index: number): void {
  for (const [position, { type, thinking, signature }] of blocks.entries()) {
    if (type !== 'thinking' || signature === signatureOf(model, String(thinking))) continue;
    refuse(`messages.${index}.content.${position}: Invalid \`signature\` in \`thinking\` block`);
  }
}

function assertResults(blocks: Json[], before: Json[], index: number): void {
  const called = new Set(
    before.filter(({ type }) => type === 'tool_use').map(({ id }) => String(id)),
  );
  for (const { type, tool_use_id: id } of blocks) {
    if (type !== 'tool_result' || called.delete(String(id))) continue;
    refuse(
      `messages.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${String(id)}`,
    );
  }
  if (called.size === 0) return;
  refuse(
    `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately ` +
      `after: ${[...called].join(', ')}`,
  );
}

/** With a budget the vendor wants a loop of calls to begin with the thoughts that led to it. */
function assertLoopBeginsWithThoughts(turns: readonly Json[]): void {
  const asked = turns.findLastIndex(
    ({ role, content }) =>
      role === 'user' && !blocksOf(content).some(({ type }) => type === 'tool_result'),
  );
  const [first] = blocksOf(turns[asked + 1]?.['content']);
  if (first === undefined || String(first['type']).endsWith('thinking')) return;
  refuse(
    `messages.${asked + 1}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, ` +
      `but found \`${String(first['type'])}\`.`,
  );
}

function isBudget({ thinking }: Json): boolean {
  return isJson(thinking) && thinking['type'] === 'enabled';
}

function readThinking(body: Json, ceiling: number): boolean {
  const { thinking, temperature } = body;
  if (typeof temperature === 'number' && (temperature < 0 || temperature > 1)) {
    refuse('temperature: range: 0..1');
  }
  if (!isJson(thinking) || thinking['type'] === 'disabled') return false;
  if (temperature !== undefined && temperature !== 1) {
    refuse('`temperature` may only be set to 1 when thinking is enabled.');
  }
  if (!isBudget(body)) return true;
  const budget = Number(thinking['budget_tokens']);
  if (!(budget >= BUDGET_TOKENS_MIN)) {
    refuse('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024');
  }
  if (budget >= ceiling) refuse('`max_tokens` must be greater than `thinking.budget_tokens`.');
  return true;
}

function effortOf({ output_config: config }: Json): string | null {
  const effort = isJson(config) ? config['effort'] : null;
  return typeof effort === 'string' ? effort : null;
}

function readTools(tools: unknown): Tool[] {
  const list = Array.isArray(tools) ? tools.filter(isJson) : [];
  return list.map(({ name, input_schema: schema }, index) => {
    if (typeof name !== 'string') refuse(`tools.${index}.custom.name: Field required`);
    if (!isJson(schema) || schema['type'] !== 'object') {
      refuse(`tools.${index}.custom.input_schema.type: Field required`);
    }
    return { name, schema };
  });
}

function readChoice({ type, name }: Json, tools: Tool[]): Prompt['toolChoice'] {
  if (type === undefined || type === 'auto') return 'auto';
  if (type === 'none') return 'none';
  if (type === 'any') return 'required';
  if (!tools.some((tool) => tool.name === name)) {
    refuse(`tool_choice: Tool '${String(name)}' not found in provided tools`);
  }
  return { name: String(name) };
}

function readFormat({ output_config: config }: Json): Prompt['json'] {
  const format = isJson(config) ? config['format'] : undefined;
  if (!isJson(format)) return null;
  if (!isJson(format['schema'])) refuse('output_config.format.schema: Field required');
  return { schema: format['schema'] };
}

function newResults(turns: Json[]): string[] {
  const lastSaid = turns.findLastIndex((turn) => isUserSaying(turn));
  return turns
    .slice(lastSaid + 1)
    .flatMap(({ content }) => blocksOf(content))
    .filter(({ type }) => type === 'tool_result')
    .map(({ content }) => textOf(content));
}

function countInput(body: Json): number {
  const { tools, system } = body;
  let total = Array.isArray(tools) ? inputTokensOf(JSON.stringify(tools).length) : 0;
  total += inputTokensOf(textOf(system).length);
  for (const { content } of turnsIn(body)) {
    total += MESSAGE_TOKENS;
    for (const block of blocksOf(content)) total += tokensOfBlock(block);
  }
  if (total > CONTEXT_TOKENS_MAX) {
    refuse(`prompt is too long: ${total} tokens > ${CONTEXT_TOKENS_MAX} maximum`);
  }
  return total;
}

// A directive costs nothing: a test that adds one to a message must not change its price.
function tokensOfBlock(block: Json): number {
  if (block['type'] === 'image') return IMAGE_TOKENS;
  if (block['type'] !== 'text') return inputTokensOf(JSON.stringify(block).length);
  const text = String(block['text']);
  return inputTokensOf((directivesIn(text).length > 0 ? withoutDirectives(text) : text).length);
}
