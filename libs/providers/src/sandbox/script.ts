import { createHash } from 'node:crypto';
import type { ChatRequest, FinishReason, Tool } from '@tollgate/contract/chat';
import type { Endpoint, Usage } from '../adapter/adapter.ts';
import { lastUserText, textOf, withoutDirectives } from './directives.ts';
import type { Directives } from './directives.ts';
import { instanceOf } from './instance.ts';

/** A call in a script; its arguments in pieces of one token. */
export interface ScriptCall {
  id: string;
  name: string;
  arguments: string[];
}

/** One alternative, in pieces of one token each. */
export interface ScriptChoice {
  reasoning: string[];
  text: string[];
  refusal: string[];
  calls: ScriptCall[];
  finish: FinishReason;
}

/** Everything that the sandbox will say to a request. */
export interface Script {
  choices: ScriptChoice[];
  usage: Usage | null;
}

const PIECE = /.{1,4}/gsu;
const CHARACTERS_PER_TOKEN = 4;
const IMAGE_TOKENS = 85;
const MESSAGE_TOKENS = 4;
const ECHO_CHARACTERS_MAX = 400;
const ID_CHARACTERS = 24;
const REFUSAL = 'I am the sandbox, and I was asked to refuse this.';
const REASONING = 'The sandbox thinks about what was asked before it answers. ';
const FILLER = 'The sandbox says what it was asked to say. ';
const REASONING_TOKENS: Partial<Record<string, number>> = {
  none: 0,
  minimal: 4,
  low: 8,
  medium: 16,
  high: 32,
  xhigh: 64,
};

/**
 * The answer of the sandbox; the same request always gets the same answer. It echoes the last user
 * message. Tools are called when that message has their names, one after another when
 * `parallel_tool_calls` is false and else at once. A named choice calls once, and `required` first
 * what is named, or the first tool, and then the last tool, where agents have the one that takes
 * their result: so every loop ends. After the results it reports them.
 */
export function buildScript(request: ChatRequest, endpoint: Endpoint, wishes: Directives): Script {
  const count = request.n ?? 1;
  const choices = Array.from({ length: count }, (_, index) =>
    choiceOf(request, { endpoint, wishes, index }),
  );
  return { choices, usage: wishes.hasUsage ? usageOf(request, choices, wishes) : null };
}

interface Aspects {
  endpoint: Endpoint;
  wishes: Directives;
  index: number;
}

function choiceOf(request: ChatRequest, aspects: Aspects): ScriptChoice {
  const calls = aspects.wishes.refuses ? [] : callsOf(request, aspects.index);
  const speaks = calls.length === 0 && !aspects.wishes.refuses;
  const choice: ScriptChoice = {
    reasoning: reasoningOf(request, aspects.endpoint),
    text: speaks ? pieces(beforeStop(answerText(request, aspects), request.stop)) : [],
    refusal: aspects.wishes.refuses ? pieces(REFUSAL) : [],
    calls,
    finish: calls.length > 0 ? 'tool_calls' : 'stop',
  };
  if (aspects.wishes.isFiltered) choice.finish = 'content_filter';
  return withinCeiling(choice, request.max_completion_tokens ?? request.max_tokens ?? Infinity);
}

function answerText(request: ChatRequest, { endpoint, wishes, index }: Aspects): string {
  const format = request.response_format;
  const said = withoutDirectives(lastUserText(request)).slice(0, ECHO_CHARACTERS_MAX);
  if (format?.type === 'json_schema') return JSON.stringify(instanceOf(format.json_schema.schema));
  if (format?.type === 'json_object') {
    return JSON.stringify({ model: endpoint.upstreamModel, echo: said });
  }
  if (wishes.tokens !== null) {
    const characters = wishes.tokens * CHARACTERS_PER_TOKEN;
    return FILLER.repeat(Math.ceil(characters / FILLER.length)).slice(0, characters);
  }
  const results = resultsOf(request);
  const suffix = index > 0 ? ` (${index + 1})` : '';
  if (results.length > 0) {
    return `The tools returned: ${results.join('; ').slice(0, ECHO_CHARACTERS_MAX)}${suffix}`;
  }
  return `Echo: ${said}${suffix}`;
}

/** Results of tools since the last user message. */
function resultsOf(request: ChatRequest): string[] {
  const last = request.messages.findLastIndex((message) => message.role === 'user');
  const since = request.messages.slice(last + 1);
  return since.filter((message) => message.role === 'tool').map(textOf);
}

function callsOf(request: ChatRequest, choice: number): ScriptCall[] {
  const done = resultsOf(request).length;
  const wanted = wantedTools(request);
  const left = wanted.slice(done);
  const due = left.length === 0 && done === wanted.length ? lastTool(request, wanted) : left;
  const now = request.parallel_tool_calls === false ? due.slice(0, 1) : due;
  return now.map((tool, position) => ({
    id: callId(request, choice, position),
    name: tool.function.name,
    arguments: pieces(JSON.stringify(argumentsFor(tool))),
  }));
}

/**
 * A function without parameters takes an empty object, also where its schema does not say that it
 * is one.
 */
function argumentsFor({ function: { parameters } }: Tool): unknown {
  return parameters == null || Object.keys(parameters).length === 0
    ? {}
    : instanceOf({ type: 'object', ...parameters });
}

/** The tool that ends a loop of forced calls; none when that tool was called already. */
function lastTool({ tools, tool_choice: choice }: ChatRequest, called: readonly Tool[]): Tool[] {
  const last = tools?.at(-1);
  return choice !== 'required' || last === undefined || called.includes(last) ? [] : [last];
}

function wantedTools(request: ChatRequest): Tool[] {
  const { tool_choice: choice } = request;
  const tools = request.tools ?? [];
  if (choice === 'none') return [];
  if (typeof choice === 'object' && choice !== null) {
    return tools.filter((tool) => tool.function.name === choice.function.name);
  }
  const said = lastUserText(request);
  const named = tools.filter((tool) => said.includes(tool.function.name));
  return named.length === 0 && choice === 'required' ? tools.slice(0, 1) : named;
}

/** An id that differs between the turns of a conversation and is the same for the same request. */
function callId(request: ChatRequest, choice: number, position: number): string {
  const seed = JSON.stringify([request.messages, choice, position]);
  return `call_${createHash('sha256').update(seed).digest('hex').slice(0, ID_CHARACTERS)}`;
}

function reasoningOf(request: ChatRequest, endpoint: Endpoint): string[] {
  if (endpoint.upstreamModel !== 'reasoner') return [];
  const tokens = REASONING_TOKENS[request.reasoning_effort ?? 'medium'] ?? 0;
  const reasoning = pieces(REASONING);
  return Array.from({ length: tokens }, (_, index) => reasoning[index % reasoning.length] ?? '');
}

function beforeStop(text: string, stop: ChatRequest['stop']): string {
  const words = typeof stop === 'string' ? [stop] : (stop ?? []);
  const ends = words.map((word) => text.indexOf(word)).filter((position) => position >= 0);
  return ends.length === 0 ? text : text.slice(0, Math.min(...ends));
}

/**
 * Cuts an answer at the ceiling of tokens; arguments of a call may end in the middle of their JSON.
 */
function withinCeiling(choice: ScriptChoice, most: number): ScriptChoice {
  let left = most;
  const take = (list: string[]): string[] => {
    const taken = list.slice(0, Math.max(left, 0));
    left -= list.length;
    return taken;
  };
  const reasoning = take(choice.reasoning);
  const text = take(choice.text);
  const refusal = take(choice.refusal);
  const calls = choice.calls.flatMap((call) => {
    left -= 1;
    return left < 0 ? [] : [{ ...call, arguments: take(call.arguments) }];
  });
  const finish = left < 0 ? 'length' : choice.finish;
  return { reasoning, text, refusal, calls, finish };
}

function pieces(text: string): string[] {
  return text.match(PIECE) ?? [];
}

function usageOf(request: ChatRequest, choices: ScriptChoice[], wishes: Directives): Usage {
  const tools = JSON.stringify(request.tools ?? '').length;
  const prompt = request.messages.reduce(
    (sum, message) =>
      sum + MESSAGE_TOKENS + tokensIn(textOf(message).length) + imageTokens(message),
    tokensIn(tools),
  );
  const cached = Math.min(wishes.cachedTokens, prompt);
  return {
    input: prompt - cached,
    cache_read: cached,
    cache_write: 0,
    output: choices.reduce((sum, choice) => sum + outputOf(choice), 0),
    reasoning: choices.reduce((sum, choice) => sum + choice.reasoning.length, 0),
  };
}

function outputOf(choice: ScriptChoice): number {
  const calls = choice.calls.reduce((sum, call) => sum + 1 + call.arguments.length, 0);
  return choice.text.length + choice.refusal.length + calls;
}

function tokensIn(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

function imageTokens(message: ChatRequest['messages'][number]): number {
  if (message.role !== 'user' || typeof message.content === 'string') return 0;
  return message.content.filter((part) => part.type !== 'text').length * IMAGE_TOKENS;
}
