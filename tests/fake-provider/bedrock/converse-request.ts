import { base64Bytes } from '@tollgate/contract/picture';
import { CONVERSE_FACTS, bedrockFacts } from '@tollgate/providers/bedrock/facts';
import { signatureOf } from '../anthropic/signature.ts';
import { withoutDirectives } from '../directive.ts';
import { lastSaid } from '../last-said.ts';
import type { Marks } from '../last-said.ts';
import { isJson } from '../openai/chat-request.ts';
import { claudeImagesFault } from '../claude-images.ts';
import { claudeFault } from '../claude-rules.ts';
import type { Prompt, Tool } from '../prompt.ts';
import type { Call } from '../wire.ts';
import { assertPoints } from './cache-points.ts';
import { countInput } from './count.ts';
import { assertKnown } from './known-fields.ts';
import { MODEL_SAYS, refuse } from './refuse.ts';

export { refuse } from './refuse.ts';

type Json = Record<string, unknown>;

const TOOL_NAME = CONVERSE_FACTS.toolName.value;
const CALL_ID = /^[a-zA-Z0-9_.:-]{1,64}$/u;
/** Budgets of thinking up to which an effort is called so. */
const EFFORTS: readonly [number, string][] = [
  [1_024, 'low'],
  [4_096, 'medium'],
];
const RANGES: readonly [name: string, low: number, high: number][] = [
  ['temperature', 0, 1],
  ['topP', 0, 1],
  ['maxTokens', 1, Number.MAX_SAFE_INTEGER],
];

const GUESTS = /openai\.gpt-\d|xai\.grok-|moonshotai\.kimi-k3/u;
const UNSTOPPED = /openai\.gpt-(?:5\.[6-9]|[6-9])|xai\.grok-/u;
const GUEST_OUTPUT_LEAST = 16;

/** The model in a path such as `/model/{id}/converse`; null for any other. */
export function modelIn(path: string): string | null {
  const found = /\/model\/([^/]+)\/[a-z-]+$/u.exec(path)?.[1];
  return found === undefined ? null : decodeURIComponent(found);
}

/** The model of a call. Throws a refusal for such as begin with `missing`. */
export function modelOf({ path }: Call): string {
  const model = modelIn(path) ?? '';
  if (/^(?:[a-z]+\.)?missing/u.test(model)) refuse('The provided model identifier is invalid.');
  return model;
}

/**
 * Text of the last user turn that says something, with its directives; empty when there is none.
 */
export function lastUserText(body: unknown): string {
  const turns = turnsIn(body);
  const last = turns[lastSaid(turns, MARKS)];
  return last === undefined ? '' : textOf(blocksOf(last));
}

/** Reads a request of Converse or its stream. Throws a refusal where the provider would. */
export function readConverse(call: Call): Prompt {
  const model = modelOf(call);
  const { body } = call;
  if (!isJson(body)) refuse('The body is not valid JSON.');
  assertKnown(body, model);
  assertPoints(body, model);
  assertTurns(body, model);
  assertMedia(body, model);
  const config = isJson(body['inferenceConfig']) ? body['inferenceConfig'] : {};
  assertRanges(config);
  assertGuest(config, model);
  const { tools, choice } = readToolConfig(body);
  const effort = effortOf(body['additionalModelRequestFields']);
  if (model.includes('anthropic.claude-')) assertClaude(body, { model, config, choice });
  if (model.includes('nova-2') && effort === 'high' && config['maxTokens'] !== undefined) {
    refuse('maxTokens must not be set when maxReasoningEffort is high.');
  }
  const stops = config['stopSequences'];
  const stopsMax = CONVERSE_FACTS.stops.value;
  if (Array.isArray(stops) && stops.length > stopsMax) {
    refuse(
      `1 validation error detected: Value at 'inferenceConfig.stopSequences' failed to satisfy constraint: Member must have length less than or equal to ${stopsMax}`,
    );
  }
  const counted = countInput(body);
  return {
    model,
    stream: call.path.endsWith('-stream'),
    choices: 1,
    outputMax: typeof config['maxTokens'] === 'number' ? config['maxTokens'] : null,
    stop: [config['stopSequences'] ?? []].flat().map(String),
    lastUser: withoutDirectives(lastUserText(body)),
    toolResults: newResults(body),
    tools,
    toolChoice: choice,
    parallel: true,
    json: readFormat(body['outputConfig']),
    effort,
    thinks: effort !== null || model.includes('reasoner'),
    inputTokens: counted.total,
    keptTokens: counted.kept,
    hourTokens: counted.hour,
  };
}

/** The rules of the model's own provider; this host passes its words on. */
function assertClaude(
  body: Json,
  { model, config, choice }: { model: string; config: Json; choice: Prompt['toolChoice'] },
): void {
  const { thinking, output_config: output } = asJson(body['additionalModelRequestFields']);
  const turns = turnsIn(body);
  const fault = claudeFault({
    model,
    maxTokens: typeof config['maxTokens'] === 'number' ? config['maxTokens'] : null,
    temperature: config['temperature'],
    topP: config['topP'],
    stop: [config['stopSequences'] ?? []].flat().map(String),
    thinking,
    effort: asJson(output)['effort'],
    isForced: choice === 'required' || typeof choice === 'object',
    endsWithAssistant: turns.at(-1)?.['role'] === 'assistant',
  });
  if (fault !== null) refuse(`${MODEL_SAYS}${fault}`);
  if (asJson(thinking)['type'] === 'enabled') assertLoopBeginsWithReasoning(turns);
}

/** With a budget a loop of calls begins with the reasoning that led to it. */
function assertLoopBeginsWithReasoning(turns: readonly Json[]): void {
  const asked = turns.findLastIndex(
    (turn) => turn['role'] === 'user' && idsIn(blocksOf(turn), 'toolResult').length === 0,
  );
  const [first] = blocksOf(turns[asked + 1]);
  if (first === undefined || 'reasoningContent' in first) return;
  refuse(`${MODEL_SAYS}messages.${asked + 1}.content.0.type: Expected \`thinking\`.`);
}

function asJson(value: unknown): Json {
  return isJson(value) ? value : {};
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : [];
}

function turnsIn(body: unknown): Json[] {
  return isJson(body) ? listOf(body['messages']) : [];
}

function blocksOf(turn: Json | undefined): Json[] {
  return listOf(turn?.['content']);
}

function textOf(blocks: Json[]): string {
  return blocks.map(({ text }) => (typeof text === 'string' ? text : '')).join('');
}

const MARKS: Marks<Json> = {
  isUser: (turn) =>
    turn['role'] === 'user' &&
    blocksOf(turn).some((block) => !('toolResult' in block || 'cachePoint' in block)),
  isResult: (turn) => blocksOf(turn).some((block) => 'toolResult' in block),
  hasMedia: (turn) => blocksOf(turn).some((block) => 'image' in block || 'document' in block),
};

function assertTurns(body: Json, model: string): void {
  const turns = turnsIn(body);
  if (turns[0]?.['role'] !== 'user') refuse('A conversation must start with a user message.');
  turns.forEach((turn, index) => {
    const blocks = blocksOf(turn);
    if (blocks.length === 0)
      refuse(`The content field in the Message object at ${index} is empty.`);
    if (blocks.some(({ text }) => typeof text === 'string' && text.trim() === '')) {
      refuse(`The text field in the ContentBlock object at messages.${index} is blank.`);
    }
    if (turn['role'] === turns[index - 1]?.['role']) refuse('Roles must alternate.');
    if (turn['role'] === 'assistant') assertReasoning(blocks, model);
    assertResults(blocks, blocksOf(turns[index - 1]), index);
  });
}

/**
 * Refuses more images and documents than a message may have, and larger images, by the same table
 * as the product.
 */
function assertMedia(body: Json, model: string): void {
  const facts = bedrockFacts({ upstreamModel: model });
  const { imagesPerMessage: images, documentsPerMessage: documents, imageBytes: bytes } = facts;
  const turns = turnsIn(body).map((turn) => {
    const blocks = blocksOf(turn);
    return [...blocks, ...blocks.flatMap(({ toolResult }) => blocksOf(asJson(toolResult)))];
  });
  if (images === undefined) {
    const fault = claudeImagesFault(model, turns.flat().flatMap(imageIn));
    if (fault !== null) refuse(`${MODEL_SAYS}${fault}`);
  }
  for (const blocks of turns) {
    const found = blocks.flatMap(imageIn);
    const files = blocks.filter((block) => 'document' in block).length;
    if (found.length > (images?.value ?? Infinity) || files > (documents?.value ?? Infinity)) {
      refuse(
        `${MODEL_SAYS}too many images and documents: ${found.length} + ${files} > ${images?.value}`,
      );
    }
    if (found.some((base64) => base64Bytes(base64) > (bytes?.value ?? Infinity))) {
      refuse(`${MODEL_SAYS}image exceeds ${bytes?.value} bytes`);
    }
  }
}

function imageIn({ image }: Json): string[] {
  if (!isJson(image)) return [];
  const { bytes } = asJson(image['source']);
  return [typeof bytes === 'string' ? bytes : ''];
}

/** Reasoning that carries a signature must be the one that was signed. */
function assertReasoning(blocks: Json[], model: string): void {
  for (const { reasoningContent: content } of blocks) {
    const thought = isJson(content) ? content['reasoningText'] : undefined;
    if (!isJson(thought) || thought['signature'] === undefined) continue;
    if (thought['signature'] === signatureOf(model, String(thought['text']))) continue;
    refuse('messages: Invalid `signature` in `thinking` block');
  }
}

function idsIn(blocks: Json[], kind: 'toolUse' | 'toolResult'): string[] {
  return blocks.flatMap(({ [kind]: part }) => (isJson(part) ? [String(part['toolUseId'])] : []));
}

function assertResults(blocks: Json[], before: Json[], index: number): void {
  const ids = [...idsIn(blocks, 'toolUse'), ...idsIn(blocks, 'toolResult')];
  if (!ids.every((id) => CALL_ID.test(id))) {
    refuse(`Value at 'messages.${index}.toolUseId' failed to satisfy: ${CALL_ID.source}`);
  }
  const called = idsIn(before, 'toolUse');
  const answered = idsIn(blocks, 'toolResult');
  if (called.length === answered.length && called.every((id) => answered.includes(id))) return;
  refuse(`The toolResult blocks at messages.${index} do not answer the toolUse blocks before.`);
}

function assertRanges(config: Json): void {
  for (const [name, low, high] of RANGES) {
    const value = config[name];
    if (value === undefined) continue;
    if (typeof value === 'number' && value >= low && value <= high) continue;
    refuse(`The value at inferenceConfig.${name} must be between ${low} and ${high}.`);
  }
}

/** The rules of models that their makers serve behind this host; LiteLLM measured them in 2026. */
function assertGuest(config: Json, model: string): void {
  if (!GUESTS.test(model)) return;
  const isGpt = model.includes('openai.');
  const isSampled = config['temperature'] !== undefined || config['topP'] !== undefined;
  if (isGpt && isSampled) refuse(`${MODEL_SAYS}This model doesn't support sampling parameters.`);
  if (Number(config['maxTokens'] ?? GUEST_OUTPUT_LEAST) < GUEST_OUTPUT_LEAST) {
    refuse(`${MODEL_SAYS}maxTokens must be at least ${GUEST_OUTPUT_LEAST}.`);
  }
  if (config['stopSequences'] === undefined || !UNSTOPPED.test(model)) return;
  refuse("This model doesn't support the stopSequences field.");
}

function readToolConfig(body: Json): { tools: Tool[]; choice: Prompt['toolChoice'] } {
  const { toolConfig: config } = body;
  if (!isJson(config)) {
    const isUsed = turnsIn(body).some((turn) => idsIn(blocksOf(turn), 'toolUse').length > 0);
    if (isUsed) refuse('The toolConfig field must be defined when using toolUse and toolResult.');
    return { tools: [], choice: 'auto' };
  }
  const tools = listOf(config['tools'])
    .filter((member) => !('cachePoint' in member))
    .map(readTool);
  if (tools.length === 0) refuse('toolConfig.tools must have at least one member.');
  return { tools, choice: readChoice(config['toolChoice'], tools) };
}

function readTool({ toolSpec: tool }: Json): Tool {
  const input = isJson(tool) ? tool['inputSchema'] : undefined;
  if (!isJson(tool) || !isJson(input) || typeof tool['name'] !== 'string') {
    refuse('toolConfig.tools: toolSpec needs name and inputSchema.');
  }
  if (!TOOL_NAME.test(tool['name'])) {
    refuse(`Value at 'toolConfig.tools.toolSpec.name' failed to satisfy: ${TOOL_NAME.source}`);
  }
  return { name: tool['name'], schema: input['json'] ?? null };
}

function readChoice(choice: unknown, tools: Tool[]): Prompt['toolChoice'] {
  if (!isJson(choice) || 'auto' in choice) return 'auto';
  if ('any' in choice) return 'required';
  const named = isJson(choice['tool']) ? String(choice['tool']['name']) : '';
  if (!tools.some(({ name }) => name === named)) refuse(`There is no tool named ${named}.`);
  return { name: named };
}

/** What each line of models calls it. */
function effortOf(fields: unknown): string | null {
  if (!isJson(fields)) return null;
  const { thinking, output_config: output, reasoningConfig: nova, reasoning } = fields;
  if (isJson(reasoning)) return String(reasoning['effort']);
  if (isJson(thinking)) {
    const budget = Number(thinking['budget_tokens'] ?? Number.NaN);
    const named = EFFORTS.find(([most]) => budget <= most)?.[1] ?? 'high';
    return isJson(output) ? String(output['effort']) : named;
  }
  if (isJson(nova)) return nova['type'] === 'enabled' ? String(nova['maxReasoningEffort']) : null;
  const reported = fields['reasoning_effort'] ?? fields['reasoning_config'];
  return typeof reported === 'string' ? reported : null;
}

function readFormat(config: unknown): Prompt['json'] {
  const format = isJson(config) ? config['textFormat'] : undefined;
  const structure = isJson(format) ? format['structure'] : undefined;
  const definition = isJson(structure) ? structure['jsonSchema'] : undefined;
  if (!isJson(definition)) return null;
  try {
    return { schema: JSON.parse(String(definition['schema'])) as unknown };
  } catch {
    return refuse('The schema is not valid JSON.');
  }
}

function newResults(body: Json): string[] {
  const turns = turnsIn(body);
  return turns
    .slice(lastSaid(turns, MARKS) + 1)
    .flatMap((turn) =>
      blocksOf(turn).flatMap(({ toolResult: result }) =>
        isJson(result) ? [textOf(blocksOf(result))] : [],
      ),
    );
}
