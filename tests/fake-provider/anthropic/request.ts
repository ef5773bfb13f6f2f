import { STANDARD_TIERS } from '@tollgate/contract/service-tiers';
import { claudeFacts } from '@tollgate/providers/claude/facts';
import { withoutDirectives } from '../directive.ts';
import { lastSaid } from '../last-said.ts';
import type { Marks } from '../last-said.ts';
import { isJson } from '../openai/chat-request.ts';
import { claudeFault } from '../claude-rules.ts';
import { claudeImagesFault } from '../claude-images.ts';
import type { Prompt, Tool } from '../prompt.ts';
import { type Call, Refusal } from '../wire.ts';
import { countInput } from './count.ts';
import { assertKnown } from './known-fields.ts';
import { isToolset, readMcpServers } from './mcp.ts';
import type { McpServers } from './mcp.ts';
import { refuse } from './refuse.ts';
import {
  assertServerResults,
  assertServerTool,
  readServerTools,
  serverKind,
} from './server-tools.ts';
import { signatureOf } from './signature.ts';

type Json = Record<string, unknown>;

const STRICT_TOOLS_MAX = 20;
const RESTING: ReadonlySet<unknown> = new Set(['disabled', 'between_tools']);
/** The provider's own tools that the caller runs, with the one name that each may have. */
const OWN_TOOLS: Readonly<Record<string, string>> = {
  bash_20250124: 'bash',
  text_editor_20250728: 'str_replace_based_edit_tool',
  memory_20250818: 'memory',
  computer_20251124: 'computer',
};
const ID = /^[a-zA-Z0-9_-]+$/u;
const TOOL_NAME = claudeFacts().toolName?.value ?? /^$/u;

/** Models whose name begins with `missing` do not exist, every other one does. */
export function assertModel(model: string): void {
  if (!model.startsWith('missing')) return;
  const message = `model: ${model}`;
  throw new Refusal({ status: 404, type: 'not_found_error', message, code: null });
}

/** Text of the last user turn with its directives; empty when there is none. */
export function lastUserText(body: unknown): string {
  const turns = turnsIn(body);
  const last = turns[lastSaid(turns, MARKS)];
  return last === undefined ? '' : textOf(last['content']);
}

interface Asked {
  body: Json;
  model: string;
  choice: Json;
  tools: (Tool & { isServer?: true })[];
  mcpServers: McpServers;
}

/** How many tokens a prompt has. Throws a refusal where the provider would. */
export function countPrompt(call: Call): number {
  const { given } = readPrompt(call, leastCeiling);
  return countInput(given, betasOf(call)).total;
}

/** What both operations read: the prompt, checked. */
function readPrompt(call: Call, ceilingOf: (body: Json) => number): Asked & { given: Json } {
  const { body: given } = call;
  if (!isJson(given)) refuse('The request body is not valid JSON.');
  const body = withoutSystemTurns(given, betasOf(call));
  const { model } = body;
  if (typeof model !== 'string' || model === '') refuse('model: Field required');
  assertModel(model);
  const maxTokens = ceilingOf(body);
  assertKnown(call, given);
  assertTier(given['service_tier']);
  assertTurns(body, model);
  assertImages(turnsIn(body), model);
  assertServerResults(turnsIn(body));
  const choice = isJson(body['tool_choice']) ? body['tool_choice'] : {};
  assertRules(body, { model, maxTokens, choice });
  if (isBudget(body)) assertLoopBeginsWithThinking(turnsIn(body));
  const mcpServers = readMcpServers(given, betasOf(call));
  return { given, body, model, choice, tools: readTools(body['tools']), mcpServers };
}

function betasOf({ headers }: Call): string {
  return String(headers['anthropic-beta'] ?? '');
}

/** Where nobody answers there is no ceiling; any above the budget of thinking will do. */
function leastCeiling({ thinking }: Json): number {
  const budget = isJson(thinking) ? Number(thinking['budget_tokens'] ?? 0) : 0;
  return budget + 1;
}

function ceilingIn({ max_tokens: ceiling }: Json): number {
  return typeof ceiling === 'number' ? ceiling : refuse('max_tokens: Field required');
}

/** Reads a request for a message. Throws a refusal where the provider would. */
export function readMessages(call: Call): Prompt {
  const { given, body, model, choice, tools, mcpServers } = readPrompt(call, ceilingIn);
  const thinks = isJson(body['thinking']) && !RESTING.has(body['thinking']['type']);
  const counted = countInput(given, betasOf(call));
  const serverTools = readServerTools(body['tools']);
  return {
    model,
    stream: body['stream'] === true,
    choices: 1,
    outputMax: ceilingIn(body),
    stop: [body['stop_sequences'] ?? []].flat().map(String),
    lastUser: withoutDirectives(lastUserText(body)),
    toolResults: newResults(turnsIn(body)),
    tools: tools.filter(({ isServer }) => isServer !== true),
    serverTools,
    mcpServers,
    toolChoice: readChoice(choice, tools, tools.length + mcpServers.names.length > 0),
    parallel: choice['disable_parallel_tool_use'] !== true,
    json: readFormat(body),
    effort: effortOf(body),
    thinks,
    inputTokens: counted.total,
    keptTokens: counted.kept,
    hourTokens: counted.hour,
  };
}

/**
 * Turns of the system in the middle of a conversation are a feature in trial; they stand between no
 * call and its result.
 */
function withoutSystemTurns(body: Json, betas: string): Json {
  const { messages } = body;
  if (!Array.isArray(messages) || !betas.includes('mid-conversation-')) return body;
  return {
    ...body,
    messages: messages.filter((turn) => !isJson(turn) || turn['role'] !== 'system'),
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

const MARKS: Marks<Json> = {
  isUser: ({ role, content }) =>
    role === 'user' && blocksOf(content).some(({ type }) => type !== 'tool_result'),
  isResult: ({ content }) => blocksOf(content).some(({ type }) => type === 'tool_result'),
  hasMedia: ({ content }) =>
    blocksOf(content).some(({ type }) => type === 'image' || type === 'document'),
};

function assertTurns(body: Json, model: string): void {
  const turns = turnsIn(body);
  if (turns.length === 0) refuse('messages: at least one message is required');
  if (turns[0]?.['role'] !== 'user') refuse('messages: first message must use the "user" role');
  turns.forEach(({ role, content }, index) => {
    const blocks = blocksOf(content);
    if (blocks.length === 0) refuse(`messages.${index}: all messages must have non-empty content`);
    if (role !== 'user' && role !== 'assistant') {
      refuse(`messages.${index}.role: Input should be 'user' or 'assistant'`);
    }
    if (blocks.some(({ type, text }) => type === 'text' && String(text).trim() === '')) {
      refuse('messages: text content blocks must contain non-whitespace text');
    }
    assertIds(blocks, index);
    if (role === 'assistant') assertThinking(blocks, model, index);
    assertResults(blocks, blocksOf(turns[index - 1]?.['content']), index);
  });
}

function assertTier(tier: unknown): void {
  const { values } = STANDARD_TIERS.anthropic;
  if (tier === undefined || tier === null || (values as readonly unknown[]).includes(tier)) return;
  refuse(`service_tier: Input should be ${values.map((value) => `'${value}'`).join(' or ')}`);
}

function assertImages(turns: readonly Json[], model: string): void {
  const blocks = turns.flatMap(({ content }) => blocksOf(content));
  const all = [...blocks, ...blocks.flatMap(({ content }) => blocksOf(content))];
  const sources = all
    .filter(({ type }) => type === 'image')
    .map(({ source }) => (isJson(source) ? source : {}));
  const base64 = sources.map(({ data }) => (typeof data === 'string' ? data : ''));
  const fault = claudeImagesFault(model, base64);
  if (fault !== null) refuse(fault);
}

/** Results stand in front of everything else that a user says. */
function assertIds(blocks: Json[], index: number): void {
  for (const [position, { type, id, tool_use_id: result = id }] of blocks.entries()) {
    if (type !== 'tool_use' && type !== 'tool_result') continue;
    if (ID.test(String(result))) continue;
    refuse(
      `messages.${index}.content.${position}.${type}.id: String should match pattern '${ID.source}'`,
    );
  }
  const said = blocks.findIndex(({ type }) => type !== 'tool_result');
  if (said >= 0 && blocks.slice(said).some(({ type }) => type === 'tool_result')) {
    refuse(`messages.${index}: tool_result blocks have to come before all other content`);
  }
}

function assertThinking(blocks: Json[], model: string, index: number): void {
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

/** With a budget the provider wants a loop of calls to begin with the thinking that led to it. */
function assertLoopBeginsWithThinking(turns: readonly Json[]): void {
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

function assertRules(
  body: Json,
  { model, maxTokens, choice }: { model: string; maxTokens: number; choice: Json },
): void {
  const fault = claudeFault({
    model,
    maxTokens,
    temperature: body['temperature'],
    topP: body['top_p'],
    stop: [body['stop_sequences'] ?? []].flat().map(String),
    thinking: body['thinking'],
    effort: effortOf(body) ?? undefined,
    isForced: choice['type'] === 'any' || choice['type'] === 'tool',
    endsWithAssistant: isPrefilled(turnsIn(body).at(-1)),
  });
  if (fault !== null) refuse(fault);
}

/** An answer with blocks of tools that ran here is gone on with as it was paused. */
function isPrefilled(last: Json | undefined): boolean {
  if (last?.['role'] !== 'assistant') return false;
  const blocks = Array.isArray(last['content']) ? (last['content'] as unknown[]) : [];
  return !blocks.some(
    (block) => isJson(block) && /^(?:server|mcp)_tool_use$/u.test(String(block['type'])),
  );
}

function effortOf({ output_config: config }: Json): string | null {
  const effort = isJson(config) ? config['effort'] : null;
  return typeof effort === 'string' ? effort : null;
}

function readTools(tools: unknown): (Tool & { isServer?: true })[] {
  const all = Array.isArray(tools) ? tools.filter(isJson) : [];
  const list = all.filter((tool) => !isToolset(tool));
  const strict = list.filter((tool) => tool['strict'] === true).length;
  if (strict > STRICT_TOOLS_MAX) {
    refuse(
      `Too many strict tools (${strict}). The maximum number of strict tools supported is 20.`,
    );
  }
  if (new Set(list.map(({ name }) => name)).size < list.length) {
    refuse('tools: Tool names must be unique.');
  }
  return list.map(({ type, name, input_schema: schema }, index) => {
    if (typeof name !== 'string') refuse(`tools.${index}.custom.name: Field required`);
    if (!TOOL_NAME.test(name)) {
      refuse(`tools.${index}.custom.name: String should match pattern '${TOOL_NAME.source}'`);
    }
    const own = typeof type === 'string' ? OWN_TOOLS[type] : undefined;
    if (serverKind(type) !== undefined) {
      assertServerTool(list[index] ?? {}, index);
      return { name, schema: { type: 'object' }, isServer: true };
    }
    if (own !== undefined) {
      if (name !== own) refuse(`tools.${index}.${String(type)}.name: Input should be '${own}'`);
      return { name, schema: { type: 'object' } };
    }
    if (type !== undefined && type !== null && type !== 'custom') {
      refuse(
        `tools.${index}: Input tag ${JSON.stringify(type)} found using 'type' does not match any of the expected tags`,
      );
    }
    if (!isJson(schema) || schema['type'] !== 'object') {
      refuse(`tools.${index}.custom.input_schema.type: Field required`);
    }
    return { name, schema };
  });
}

function readChoice({ type, name }: Json, tools: Tool[], isOffered: boolean): Prompt['toolChoice'] {
  if (type !== undefined && !isOffered) {
    refuse('`tool_choice` may only be specified while providing `tools`.');
  }
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
  return turns
    .slice(lastSaid(turns, MARKS) + 1)
    .flatMap(({ content }) => blocksOf(content))
    .filter(({ type }) => type === 'tool_result')
    .map(({ content }) => textOf(content));
}
