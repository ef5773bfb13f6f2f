import type { Answer, Choice, ToolCall } from '../answer.ts';
import type { Prompt } from '../prompt.ts';
import { frame, jsonReply, type Reply, type Step } from '../reply.ts';

type Json = Record<string, unknown>;

const SILENCE: Choice = { reasoning: [], text: [], refusal: [], calls: [], finish: 'stop' };

/** Writes an answer as a server does: one body, or a line for each piece and one that is done. */
export function renderChat(answer: Answer, prompt: Prompt): Reply {
  const [choice] = answer.choices;
  return prompt.stream ? renderStream(answer, prompt, choice) : renderWhole(answer, prompt, choice);
}

function renderWhole(answer: Answer, { model }: Prompt, choice: Choice | undefined): Reply {
  const message = choice === undefined ? undefined : messageOf(choice);
  const body = { ...head(model), ...(message && { message }), ...tail(answer, choice) };
  return jsonReply(200, body, servedOf(answer));
}

function renderStream(answer: Answer, { model }: Prompt, choice: Choice | undefined): Reply {
  const steps: Step[] = [];
  const add = (fields: Json, tokens = 0, reasoning = 0): void => {
    const message = { role: 'assistant', content: '', ...fields };
    steps.push(frame(lineOf({ ...head(model), message, done: false }), tokens, reasoning));
  };
  const { reasoning, text, refusal, calls } = choice ?? SILENCE;
  for (const piece of reasoning) add({ thinking: piece }, 1, 1);
  for (const piece of [...text, ...refusal]) add({ content: piece }, 1);
  for (const call of calls) {
    add({ tool_calls: [callOf(call)] }, call.arguments.length + 1);
  }
  const message = { role: 'assistant', content: '' };
  steps.push(frame(lineOf({ ...head(model), message, ...tail(answer, choice) })));
  const headers = { 'content-type': 'application/x-ndjson' };
  return { status: 200, headers, steps, stream: true, served: servedOf(answer) };
}

/**
 * The wire has no counts of caches, so the invoice has none: whatever was cached is part of the
 * prompt.
 */
function servedOf({ tokens }: Answer): Answer['tokens'] {
  return { ...tokens, cached: 0, written: 0, hour: 0 };
}

function lineOf(fields: Json): string {
  return `${JSON.stringify(fields)}\n`;
}

function head(model: string): Json {
  return { model, created_at: new Date().toISOString() };
}

function messageOf(choice: Choice): Json {
  return {
    role: 'assistant',
    content: choice.text.join('') + choice.refusal.join(''),
    ...(choice.reasoning.length > 0 && { thinking: choice.reasoning.join('') }),
    ...(choice.calls.length > 0 && { tool_calls: choice.calls.map(callOf) }),
  };
}

/** Arguments are an object; what is none goes out as the text that it is. */
function callOf({ id, index, name, arguments: pieces }: ToolCall): Json {
  const text = pieces.join('');
  let made: unknown = text;
  try {
    made = JSON.parse(text);
  } catch {
    made = text;
  }
  return { ...(id !== null && { id }), function: { index, name, arguments: made } };
}

/** A server says `stop` also where it calls tools. */
function tail({ tokens, usage }: Answer, choice: Choice | undefined): Json {
  const reason = choice?.finish === 'length' ? 'length' : 'stop';
  const change = usage.number ?? ((value: number): unknown => value);
  const reported = (value: number): unknown => ('whole' in usage ? usage.whole : change(value));
  const counts = { prompt_eval_count: reported(tokens.input), eval_count: reported(tokens.output) };
  return {
    done: true,
    done_reason: choice === undefined ? 'load' : reason,
    total_duration: 1_250_000_000,
    load_duration: 40_000_000,
    ...(usage.position === 'none' ? {} : counts),
    prompt_eval_duration: 210_000_000,
    eval_duration: 900_000_000,
  };
}
