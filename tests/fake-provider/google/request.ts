import { GOOGLE_FACTS } from '@tollgate/providers/google/facts';
import { directivesIn, withoutDirectives } from '../directive.ts';
import { isJson } from '../openai/chat-request.ts';
import { inputTokensOf, MESSAGE_TOKENS, type Prompt, type Tool } from '../prompt.ts';
import { type Call, Refusal } from '../wire.ts';
import { readInvocations } from './invocations.ts';
import { assertGeneration } from './generation.ts';
import { assertKnown } from './known-fields.ts';
import { refuse } from './refuse.ts';
import { signatureOf } from './signature.ts';
import { type Json, lastSaidIn, lastUserText, membersOf, textOf, turnsIn } from './turns.ts';
import type { Turn } from './turns.ts';

export { refuse } from './refuse.ts';

/** A prompt with the parts of a request that only this wire knows. */
export interface ContentPrompt extends Prompt {
  /** Whether reasoning is shown; it is counted anyway. */
  showsReasoning: boolean;
  /** Whether the provider may run code. */
  runsCode: boolean;
  /** Whether the provider may fetch pages. */
  fetchesPages: boolean;
  /** Whether the answer shows the runs of the provider's tools as parts. */
  showsRuns: boolean;
}

const CONTEXT_TOKENS_MAX = 1_048_576;
const IMAGE_TOKENS = 258;
const FUNCTION_NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/u;
/** Taken for the signature of any call. */
const UNSIGNED_CALL = 'skip_thought_signature_validator';
const CHOICES_MAX = 8;
const MODES: ReadonlySet<unknown> = new Set(['AUTO', 'ANY', 'NONE', 'VALIDATED']);
/** Budgets up to these are an effort. */
const EFFORTS: [budget: number, effort: string][] = [
  [1_024, 'low'],
  [8_192, 'medium'],
  [Number.POSITIVE_INFINITY, 'high'],
];

/** The model in a path; those whose name begins with `missing` do not exist. */
export function modelIn(path: string): string {
  const start = path.lastIndexOf('/models/') + '/models/'.length;
  const model = decodeURIComponent(path.slice(start).replace(/:\w+$/u, ''));
  if (!model.startsWith('missing')) return model;
  const message =
    `models/${model} is not found for API version v1beta, or is not supported for ` +
    'generateContent. Call ListModels to see the list of available models.';
  throw new Refusal({ status: 404, message, code: null });
}

/** Whether the line signs its reasoning and gives its calls ids. */
export function isThird(model: string): boolean {
  return /^gemini-(?:[3-9]|flash-|pro-)/u.test(model);
}

/** Lines that go on with no turn of their own, from July 2026 on. */
const NO_PREFILL = /^gemini-(?:3\.[6-9]|3\.5-flash-lite|[4-9]|flash-)/u;

/** Reads a request for content. Throws a refusal where the provider would. */
export function readContents(call: Call): ContentPrompt {
  const { body } = call;
  const model = modelIn(call.path);
  if (!isJson(body)) refuse('Invalid JSON payload received.');
  const turns = turnsIn(body);
  if (turns.length === 0) refuse('* GenerateContentRequest.contents: contents is not specified');
  assertKnown(body);
  assertTurns(turns, model);
  assertImages(turns);
  const config = isJson(body['generationConfig']) ? body['generationConfig'] : {};
  assertGeneration(config, model);
  const thinking = isJson(config['thinkingConfig']) ? config['thinkingConfig'] : null;
  const tools = readTools(body['tools']);
  const json = readFormat(config);
  const run = runTools(body['tools'], model);
  const kinds = { hasFunctions: tools.length > 0, hasOwn: run.size > 0 };
  const showsRuns = readInvocations(body['toolConfig'], { model, turns, ...kinds });
  if (run.size > 0) assertRunTools({ json, model });
  if (json !== null && tools.length > 0 && !isThird(model)) {
    refuse("Function calling with a response mime type: 'application/json' is unsupported");
  }
  return {
    model,
    stream: call.path.endsWith(':streamGenerateContent'),
    choices: choicesOf(config, model),
    outputMax: typeof config['maxOutputTokens'] === 'number' ? config['maxOutputTokens'] : null,
    stop: [config['stopSequences'] ?? []].flat().map(String),
    lastUser: withoutDirectives(lastUserText(body)),
    toolResults: newResults(turns),
    tools,
    toolChoice: readChoice(body['toolConfig'], tools),
    parallel: true,
    json,
    ...(run.has('googleSearch') ? { searches: Infinity } : {}),
    runsCode: run.has('codeExecution'),
    fetchesPages: run.has('urlContext'),
    showsRuns,
    ...effortOf(thinking),
    showsReasoning: thinking?.['includeThoughts'] === true,
    inputTokens: countInput(body, turns),
  };
}

/** Images within results of tools count too. */
function assertImages(turns: readonly Turn[]): void {
  const parts = turns.flatMap((turn) => turn.parts);
  const nested = membersOf(parts, 'functionResponse').flatMap(({ parts: own }) =>
    Array.isArray(own) ? own.filter(isJson) : [],
  );
  const files = ['inlineData', 'fileData'].flatMap((name) =>
    membersOf([...parts, ...nested], name),
  );
  const count = files.filter(({ mimeType }) => String(mimeType).startsWith('image/')).length;
  const most = GOOGLE_FACTS.images.value;
  if (count > most) refuse(`Please use fewer than ${most + 1} images in your request.`);
}

function choicesOf({ candidateCount = 1 }: Json, model: string): number {
  const count = Number(candidateCount);
  if (count > 1 && isThird(model)) refuse('Multiple candidates is not enabled for this model');
  if (!(count >= 1 && count <= CHOICES_MAX)) refuse('candidateCount must be between 1 and 8.');
  return count;
}

function assertTurns(turns: readonly Turn[], model: string): void {
  if (turns.at(-1)?.role === 'model' && NO_PREFILL.test(model)) {
    refuse('Requests ending with a model turn are not supported.');
  }
  turns.forEach(({ role, parts }, index) => {
    if (role !== 'user' && role !== 'model') {
      refuse('Please use a valid role: user, model.');
    }
    if (parts.length === 0) refuse(`* GenerateContentRequest.contents[${index}].parts: empty`);
    if (membersOf(parts, 'functionCall').length > 0 && turns[index - 1]?.role !== 'user') {
      refuse(
        'Please ensure that function call turn comes immediately after a user turn or after a ' +
          'function response turn.',
      );
    }
    const calls = membersOf(turns[index - 1]?.parts ?? [], 'functionCall');
    const results = membersOf(parts, 'functionResponse');
    if (role === 'user') assertResults(calls, results);
    else assertSignatures(parts, model);
  });
}

/**
 * Results answer the calls of the turn before: as many, of the same names in the same order, with
 * their ids.
 */
function assertResults(calls: readonly Json[], results: readonly Json[]): void {
  if (calls.length !== results.length) {
    refuse(
      'Please ensure that the number of function response parts is equal to the number of ' +
        'function call parts of the function call turn.',
    );
  }
  results.forEach(({ name, id, response }, index) => {
    const call = calls[index];
    if (call?.['name'] !== name || call?.['id'] !== id || !isJson(response)) {
      refuse(`function_response ${String(name)} does not answer a function_call.`);
    }
  });
}

function assertSignatures(parts: readonly Json[], model: string): void {
  const first = parts.find(({ functionCall }) => functionCall !== undefined);
  if (first && isThird(model) && first['thoughtSignature'] === undefined) {
    refuse('Function call is missing a thought_signature in functionCall parts.');
  }
  const own = parts.filter(({ toolCall }) => toolCall === undefined);
  for (const { thoughtSignature: signature, functionCall: call, executableCode, text } of own) {
    const plain = isJson(executableCode) ? executableCode['code'] : text;
    const said = isJson(call) ? [call['name'], call['args']] : plain;
    if (signature === undefined || signature === signatureOf(model, said)) continue;
    if (call !== undefined && signature === UNSIGNED_CALL) continue;
    refuse('Corrupted thought signature.');
  }
}

function effortOf(thinking: Json | null): Pick<Prompt, 'effort' | 'thinks'> {
  if (thinking === null) return { effort: null };
  const { thinkingLevel: level, thinkingBudget: budget } = thinking;
  if (typeof level === 'string') return { effort: level.toLowerCase(), thinks: true };
  if (typeof budget !== 'number') return { effort: null };
  const effort = EFFORTS.find(([most]) => budget <= most)?.[1] ?? 'high';
  return { effort, thinks: budget !== 0 };
}

function readTools(tools: unknown): Tool[] {
  const list = Array.isArray(tools) ? tools.filter(isJson) : [];
  const declared = list.flatMap(({ functionDeclarations }) => functionDeclarations ?? []);
  return declared.filter(isJson).map((tool, index) => {
    const { name, parameters } = tool;
    if (typeof name !== 'string' || name === '') {
      refuse(`* GenerateContentRequest.tools[0].function_declarations[${index}].name: Required.`);
    }
    if (!FUNCTION_NAME.test(name)) {
      refuse(
        `* GenerateContentRequest.tools[0].function_declarations[${index}].name: Invalid function ` +
          'name. Must start with a letter or an underscore.',
      );
    }
    if (parameters !== undefined && tool['parametersJsonSchema'] !== undefined) {
      refuse('parameters and parameters_json_schema must not both be set.');
    }
    return { name, schema: tool['parametersJsonSchema'] ?? parameters ?? null };
  });
}

/** The lines whose models fetch pages, likewise. */
const FETCHES = /^gemini-(?:2\.5|3|flash-|pro-)/u;
/** The lines whose models run code, by the documentation of the provider. */
const RUNS_CODE = /^gemini-(?:2\.[05]-|3|flash-|pro-|4-(?:argon|carbon|hydrogen))/u;
/** Tools that the provider runs, which have no members that it needs. */
const RUN = ['googleSearch', 'codeExecution', 'urlContext'] as const;

/** The tools that the provider runs for a request, each an empty object. */
function runTools(tools: unknown, model: string): Set<(typeof RUN)[number]> {
  const list = Array.isArray(tools) ? tools.filter(isJson) : [];
  const names = RUN.filter((name) => list.some((tool) => tool[name] !== undefined));
  for (const name of names) {
    const given = list.filter((tool) => tool[name] !== undefined);
    if (given.length > 1) refuse(`Only one ${name} tool can be used.`);
    if (!isJson(given[0]?.[name])) refuse(`Invalid value at 'tools[0].${name}'`);
  }
  if (names.includes('codeExecution') && !RUNS_CODE.test(model)) {
    refuse(`Code execution is not supported for models/${model}`);
  }
  if (names.includes('urlContext') && !FETCHES.test(model)) {
    refuse(`URL context is not supported for models/${model}`);
  }
  if (names.includes('urlContext') && names.includes('codeExecution')) {
    refuse('Tools codeExecution and urlContext cannot be combined.');
  }
  return new Set(names);
}

/** Such a tool goes beside JSON with the later lines alone. */
function assertRunTools({ json, model }: Pick<Prompt, 'json' | 'model'>): void {
  if (json !== null && !isThird(model)) {
    refuse("Tool use with a response mime type: 'application/json' is unsupported");
  }
}

function readChoice(toolConfig: unknown, tools: Tool[]): Prompt['toolChoice'] {
  const config = isJson(toolConfig) ? toolConfig['functionCallingConfig'] : null;
  if (!isJson(config)) return 'auto';
  if (!MODES.has(config['mode']))
    refuse('Invalid value at tool_config.function_calling_config.mode');
  if (tools.length === 0 && config['mode'] !== 'NONE') {
    refuse('Function calling config is set without function_declarations.');
  }
  if (config['mode'] === 'NONE') return 'none';
  if (config['mode'] !== 'ANY') return 'auto';
  const [name] = [config['allowedFunctionNames'] ?? []].flat().map(String);
  if (name === undefined) return 'required';
  if (!tools.some((tool) => tool.name === name)) {
    refuse(`allowed_function_names: ${name} is not declared.`);
  }
  return { name };
}

function readFormat(config: Json): Prompt['json'] {
  if (config['responseMimeType'] !== 'application/json') return null;
  return { schema: config['responseJsonSchema'] ?? config['responseSchema'] ?? null };
}

function newResults(turns: readonly Turn[]): string[] {
  const after = turns.slice(lastSaidIn(turns) + 1);
  const results = after.flatMap(({ parts }) => membersOf(parts, 'functionResponse'));
  return results.map(({ response }) => {
    const { output } = isJson(response) ? response : {};
    return typeof output === 'string' ? output : JSON.stringify(response);
  });
}

function countInput(body: Json, turns: readonly Turn[]): number {
  const { tools, systemInstruction: system } = body;
  const systemParts = isJson(system) && Array.isArray(system['parts']) ? system['parts'] : [];
  let total = Array.isArray(tools) ? inputTokensOf(JSON.stringify(tools).length) : 0;
  total += inputTokensOf(textOf(systemParts.filter(isJson)).length);
  for (const { parts } of turns) {
    total += MESSAGE_TOKENS;
    for (const part of parts) total += tokensOfPart(part);
  }
  if (total > CONTEXT_TOKENS_MAX) {
    refuse(
      `The input token count (${total}) exceeds the maximum number of tokens allowed ` +
        `(${CONTEXT_TOKENS_MAX}).`,
    );
  }
  return total;
}

// A directive costs nothing: a test that adds one to a message must not change its price.
function tokensOfPart(part: Json): number {
  if (part['inlineData'] !== undefined) return IMAGE_TOKENS;
  if (typeof part['text'] !== 'string') {
    const { thoughtSignature: _, ...rest } = part;
    return inputTokensOf(JSON.stringify(rest).length);
  }
  const { text } = part;
  return inputTokensOf((directivesIn(text).length > 0 ? withoutDirectives(text) : text).length);
}
