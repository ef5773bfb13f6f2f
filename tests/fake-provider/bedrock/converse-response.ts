import { signatureOf } from '../anthropic/signature.ts';
import type { Answer, Choice, ToolCall } from '../answer.ts';
import { changedUsage } from '../openai/usage.ts';
import type { Prompt } from '../prompt.ts';
import { frame, jsonReply, type Reply, type Step } from '../reply.ts';
import { eventFrame } from './frames.ts';

type Block = Record<string, unknown>;

const STOP_REASONS: Record<string, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'guardrail_intervened',
};
const METRICS = { latencyMs: 321 };
const PADDING = 'abcdefghijklmnopqrstuvwxyz';

/** Writes an answer as the provider does: one message, or the events that make it up. */
export function renderConverse(answer: Answer, prompt: Prompt): Reply {
  return prompt.stream ? renderStream(answer, prompt) : renderWhole(answer, prompt);
}

/** An answer of no choices is a message without content. */
function choiceOf({ choices }: Answer): Choice {
  return choices[0] ?? { reasoning: [], text: [], refusal: [], calls: [], finish: 'stop' };
}

function stopReasonOf({ finish, refusal }: Choice): string {
  return refusal.length > 0 ? 'content_filtered' : (STOP_REASONS[finish] ?? finish);
}

/** What was read from a cache or written to one is no part of the input here. */
function usageOf(answer: Answer): unknown {
  const { input, cached, written, hour, output } = answer.tokens;
  const lives = [
    { ttl: '5m', inputTokens: written - hour },
    { ttl: '1h', inputTokens: hour },
  ].filter(({ inputTokens }) => inputTokens > 0);
  const usage = {
    inputTokens: input - cached - written,
    outputTokens: output,
    totalTokens: input + output,
    cacheReadInputTokens: cached,
    cacheWriteInputTokens: written,
    ...(lives.length === 0 ? {} : { cacheDetails: lives }),
  };
  return changedUsage(usage, answer);
}

function renderWhole(answer: Answer, prompt: Prompt): Reply {
  const choice = choiceOf(answer);
  const body = {
    metrics: METRICS,
    output: { message: { role: 'assistant', content: wholeBlocks(choice, prompt) } },
    stopReason: stopReasonOf(choice),
    ...(answer.usage.position === 'none' ? {} : { usage: usageOf(answer) }),
  };
  return jsonReply(200, body, answer.tokens);
}

function wholeBlocks(choice: Choice, { model }: Prompt): Block[] {
  const thought = choice.reasoning.join('');
  const text = [...choice.text, ...choice.refusal].join('');
  return [
    ...(thought === '' ? [] : [{ reasoningContent: { reasoningText: signed(model, thought) } }]),
    ...(text === '' ? [] : [{ text }]),
    ...choice.calls.map((call) => ({ toolUse: { ...headOf(call), input: inputOf(call) } })),
  ];
}

/** Only one line of models signs its reasoning. */
function signed(model: string, text: string): Block {
  return model.includes('claude') ? { text, signature: signatureOf(model, text) } : { text };
}

function headOf({ id, name }: ToolCall): Block {
  const usual = typeof id === 'string' ? id.replace(/^call_/u, 'tooluse_') : id;
  return { toolUseId: usual, name };
}

function inputOf(call: ToolCall): unknown {
  const text = call.arguments.join('');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

interface Writer {
  steps: Step[];
  event(name: string, payload: Block, tokens?: number, reasoning?: number): void;
}

function createWriter(): Writer {
  const steps: Step[] = [];
  return {
    steps,
    event(name, payload, tokens = 0, reasoning = 0) {
      const p = PADDING.slice(0, 1 + (steps.length % PADDING.length));
      steps.push(frame(eventFrame(name, { ...payload, p }), tokens, reasoning));
    },
  };
}

function renderStream(answer: Answer, prompt: Prompt): Reply {
  const choice = choiceOf(answer);
  const writer = createWriter();
  writer.event('messageStart', { role: 'assistant' });
  const parts = [
    ...(choice.reasoning.length > 0 ? [reasoningBlock(choice.reasoning, prompt.model)] : []),
    ...(choice.text.length + choice.refusal.length > 0 ? [textBlock(choice)] : []),
    ...choice.calls.map(callBlock),
  ];
  for (const [index, write] of parts.entries()) {
    write(writer, index);
    writer.event('contentBlockStop', { contentBlockIndex: index });
  }
  writer.event('messageStop', { stopReason: stopReasonOf(choice) });
  const reported = answer.usage.position === 'none' ? {} : { usage: usageOf(answer) };
  writer.event('metadata', { ...reported, metrics: METRICS });
  if (answer.usage.position === 'twice')
    writer.event('metadata', { ...reported, metrics: METRICS });
  const headers = { 'content-type': 'application/vnd.amazon.eventstream' };
  const { steps } = writer;
  const served = answer.tokens;
  return { status: 200, headers, steps, stream: true, served, encoding: 'latin1' };
}

type Part = (writer: Writer, index: number) => void;

function delta(writer: Writer, index: number, piece: Block, tokens = 0): void {
  const reasoning = 'reasoningContent' in piece ? tokens : 0;
  writer.event('contentBlockDelta', { contentBlockIndex: index, delta: piece }, tokens, reasoning);
}

/** The signature comes in a piece of its own. */
function reasoningBlock(pieces: string[], model: string): Part {
  return (writer, index) => {
    for (const text of pieces) delta(writer, index, { reasoningContent: { text } }, 1);
    const { signature } = signed(model, pieces.join(''));
    if (signature !== undefined) delta(writer, index, { reasoningContent: { signature } });
  };
}

function textBlock({ text, refusal }: Choice): Part {
  return (writer, index) => {
    for (const piece of [...text, ...refusal]) delta(writer, index, { text: piece }, 1);
  };
}

function callBlock(call: ToolCall): Part {
  return (writer, index) => {
    const start = { contentBlockIndex: index, start: { toolUse: headOf(call) } };
    writer.event('contentBlockStart', start, 1);
    for (const input of call.arguments) delta(writer, index, { toolUse: { input } }, 1);
  };
}
