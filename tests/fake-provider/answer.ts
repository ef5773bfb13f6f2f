import { piecesOf, type Prompt, type Tool } from './prompt.ts';
import { instanceOf } from './schema-instance.ts';

/** One call of a tool. Hostile behaviours put anything at all into its fields, hence `unknown`. */
export interface ToolCall {
  index: unknown;
  id: unknown;
  name: unknown;
  /** Pieces of the arguments' JSON, one token each. */
  arguments: string[];
}

/** Why an answer ended. */
export type Finish = 'stop' | 'length' | 'tool_calls' | 'content_filter';

/** One of the answers that were asked for; text in pieces of one token each. */
export interface Choice {
  reasoning: string[];
  text: string[];
  refusal: string[];
  calls: ToolCall[];
  finish: Finish;
}

/**
 * True token counts of a whole answer. `output` includes `reasoning`, `input` includes `cached` and
 * `written`.
 */
export interface Tokens {
  input: number;
  /** Read from a cache. */
  cached: number;
  /** Written to a cache. */
  written: number;
  /** The part of `written` that is kept for an hour. */
  hour: number;
  output: number;
  reasoning: number;
}

/** Where a stream tells its usage; a non-streaming reply knows `end` and `none` only. */
export type UsagePosition = 'end' | 'none' | 'finish' | 'every' | 'twice' | 'after-done';

/** An answer before a wire writes it down. */
export interface Answer {
  /** The service tier that the provider says, where it is not the one that was asked for. */
  tier?: string;
  /**
   * Searches of the web, as many as the request allows; `reported` where usage says another count.
   */
  searches?: { ran: number; reported?: number };
  /** Fetches of web pages, likewise. */
  fetches?: { ran: number; reported?: number };
  /** Runs of code, likewise; usage counts them only where `reported` says so. */
  code?: { ran: number; reported?: number };
  /** Calls of MCP servers. */
  mcp?: { ran: number; reported?: number };
  /** Searches of vector stores. */
  files?: { ran: number; reported?: number };
  /** Images that a tool makes. */
  images?: {
    ran: number;
    /** Whatever the request allows. */
    made?: number;
    /** The tokens that are told; absent: the truth. */
    input?: number;
    output?: number;
    /** Bytes behind each picture. */
    bytes?: number;
    isSilent: boolean;
    isJunk: boolean;
    failed: boolean;
  };
  choices: Choice[];
  tokens: Tokens;
  usage: {
    position: UsagePosition;
    /** Replaces each number of the usage object, or the whole object. Absent: the truth is told. */
    number?: (value: number) => unknown;
    whole?: unknown;
  };
}

const ECHO_CHARACTERS_MAX = 240;
const REASONING_TOKENS: Record<string, number> = {
  none: 0,
  minimal: 8,
  low: 16,
  medium: 32,
  high: 64,
  xhigh: 128,
};
const REASONING_TEXT = piecesOf(
  ' The question is short, so I weigh what was asked and then say it',
);

let callCount = 0;

/** An id that no other call has, of the length and alphabet that providers use. */
export function newToolCallId(): string {
  callCount += 1;
  return `call_${Date.now().toString(36)}${callCount.toString(36).padStart(16, '0')}`;
}

/** `count` pieces, taken from `pieces` again and again. */
export function cycle(pieces: string[], count: number): string[] {
  return Array.from({ length: count }, (_, index) => pieces[index % pieces.length] ?? '');
}

/** The deterministic answer to a prompt: same prompt, same text and same token counts. */
export function answerTo(prompt: Prompt): Answer {
  const reasoning = reasoningOf(prompt);
  const choices = Array.from({ length: prompt.choices }, (_, index) =>
    choiceOf(prompt, reasoning, index),
  );
  const { keptTokens: written = 0, hourTokens: hour = 0 } = prompt;
  const tokens = { ...tokensOf(choices, prompt.inputTokens), written, hour };
  return { choices, tokens, usage: { position: 'end' } };
}

/** Counts what the choices hold. */
export function tokensOf(choices: Choice[], input: number): Tokens {
  let output = 0;
  let reasoning = 0;
  for (const choice of choices) {
    reasoning += choice.reasoning.length;
    output += choice.reasoning.length + choice.text.length + choice.refusal.length;
    for (const call of choice.calls) output += callTokens(call);
  }
  return { input, cached: 0, written: 0, hour: 0, output, reasoning };
}

/** Output tokens of one call: those of its arguments and one for its name. */
function callTokens(call: ToolCall): number {
  return call.arguments.length + 1;
}

function reasoningOf(prompt: Prompt): string[] {
  if (!(prompt.thinks ?? prompt.model.includes('reasoner'))) return [];
  const count = REASONING_TOKENS[prompt.effort ?? 'medium'] ?? REASONING_TOKENS['medium'] ?? 0;
  return cycle(REASONING_TEXT, count);
}

function choiceOf(prompt: Prompt, reasoning: string[], index: number): Choice {
  const calls = callsOf(prompt);
  const text = calls.length > 0 ? [] : piecesOf(beforeStop(textOf(prompt, index), prompt.stop));
  const finish = calls.length > 0 ? 'tool_calls' : 'stop';
  const choice: Choice = { reasoning, text, refusal: [], calls, finish };
  return prompt.outputMax === null ? choice : withinCeiling(choice, prompt.outputMax);
}

/** Cuts a choice where its output tokens run out; arguments of a call may end in mid-JSON. */
function withinCeiling(choice: Choice, outputMax: number): Choice {
  let left = outputMax;
  let cut = false;
  const take = (pieces: string[]): string[] => {
    cut ||= pieces.length > left;
    const taken = pieces.slice(0, Math.max(left, 0));
    left -= pieces.length;
    return taken;
  };
  const reasoning = take(choice.reasoning);
  const text = take(choice.text);
  const refusal = take(choice.refusal);
  const calls: ToolCall[] = [];
  for (const call of choice.calls) {
    if (left < 1) {
      cut = true;
      break;
    }
    left -= 1;
    calls.push({ ...call, arguments: take(call.arguments) });
  }
  return { reasoning, text, refusal, calls, finish: cut ? 'length' : choice.finish };
}

function beforeStop(text: string, stop: string[]): string {
  const ends = stop.map((word) => text.indexOf(word)).filter((position) => position >= 0);
  return ends.length > 0 ? text.slice(0, Math.min(...ends)) : text;
}

function textOf(prompt: Prompt, index: number): string {
  if (prompt.json) return jsonText(prompt, prompt.json.schema);
  const suffix = index > 0 ? ` (answer ${index + 1})` : '';
  const results = prompt.toolResults;
  if (results.length > 0) return `The tool says: ${shortened(results.join('; '))}.${suffix}`;
  return `You said: "${shortened(prompt.lastUser)}". This is ${prompt.model} speaking.${suffix}`;
}

function jsonText(prompt: Prompt, schema: unknown): string {
  if (schema !== null) return JSON.stringify(instanceOf(schema));
  return JSON.stringify({ model: prompt.model, said: shortened(prompt.lastUser) });
}

function shortened(text: string): string {
  const line = text.trim();
  return line.length > ECHO_CHARACTERS_MAX ? `${line.slice(0, ECHO_CHARACTERS_MAX)}...` : line;
}

function callsOf(prompt: Prompt): ToolCall[] {
  const wanted = wantedTools(prompt);
  const done = prompt.toolResults.length;
  if (done >= wanted.length || (prompt.parallel && done > 0)) return [];
  const now = prompt.parallel ? wanted : wanted.slice(done, done + 1);
  return now.map((tool, index) => ({
    index,
    id: newToolCallId(),
    name: tool.name,
    arguments: piecesOf(
      tool.isCustom === true ? customInput(tool.name) : JSON.stringify(instanceOf(tool.schema)),
    ),
  }));
}

function wantedTools(prompt: Prompt): Tool[] {
  const choice = prompt.toolChoice;
  if (choice === 'none') return [];
  if (typeof choice === 'object') return prompt.tools.filter((tool) => tool.name === choice.name);
  const named = prompt.tools.filter((tool) => prompt.lastUser.includes(tool.name));
  return named.length === 0 && choice === 'required' ? prompt.tools.slice(0, 1) : named;
}

/** What a custom tool is called with: a text that is no JSON and that JSON would have to escape. */
export function customInput(name: string): string {
  return `*** Begin ${name}\n+say "hello" \\ grüße 🙂\n*** End ${name}`;
}
