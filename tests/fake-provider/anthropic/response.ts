import type { Answer, Choice, ToolCall } from '../answer.ts';
import { changedUsage } from '../openai/usage.ts';
import type { Prompt } from '../prompt.ts';
import { frame, jsonReply, type Reply, type Step } from '../reply.ts';
import { mcpBlocks } from './mcp.ts';
import { citationOf, containerOf, runBlocks, runsInUsage } from './server-tools.ts';
import { signatureOf } from './signature.ts';

type Block = Record<string, unknown>;

const STOP_REASONS: Record<string, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
};

let idCount = 0;

function newMessageId(): string {
  idCount += 1;
  return `msg_${Date.now().toString(36)}${idCount.toString(36).padStart(16, '0')}`;
}

/** Writes an answer as the provider does: one message, or the events that make it up. */
export function renderMessage(answer: Answer, prompt: Prompt): Reply {
  return prompt.stream ? renderStream(answer, prompt) : renderWhole(answer, prompt);
}

/** An answer of no choices is a message without content. */
function choiceOf({ choices }: Answer): Choice {
  return choices[0] ?? { reasoning: [], text: [], refusal: [], calls: [], finish: 'stop' };
}

function messageOf(prompt: Prompt): Block {
  return {
    id: newMessageId(),
    type: 'message',
    role: 'assistant',
    model: prompt.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
  };
}

function stopReasonOf({ finish, refusal }: Choice): string {
  return refusal.length > 0 ? 'refusal' : (STOP_REASONS[finish] ?? finish);
}

function usageOf(answer: Answer, output: number, prompt: Prompt): unknown {
  const { input, cached, written, hour, reasoning } = answer.tokens;
  const usage = {
    input_tokens: input - cached - written,
    cache_creation_input_tokens: written,
    cache_read_input_tokens: cached,
    cache_creation: {
      ephemeral_5m_input_tokens: written - hour,
      ephemeral_1h_input_tokens: hour,
    },
    output_tokens: output,
    output_tokens_details: { thinking_tokens: reasoning },
    service_tier: answer.tier ?? 'standard',
  };
  const { service_tier: tier, ...counts } = usage;
  const reported = changedUsage(counts, answer);
  const counted = runsInUsage(answer, prompt);
  return typeof reported === 'object' && reported !== null
    ? { ...reported, ...counted, service_tier: tier }
    : reported;
}

function renderWhole(answer: Answer, prompt: Prompt): Reply {
  const choice = choiceOf(answer);
  const reported =
    answer.usage.position === 'none'
      ? {}
      : { usage: usageOf(answer, answer.tokens.output, prompt) };
  const body = {
    ...messageOf(prompt),
    content: [
      ...mcpBlocks(answer, prompt.mcpServers),
      ...runBlocks(answer, prompt),
      ...wholeBlocks(choice, prompt, citationOf(answer, prompt)),
    ],
    ...containerOf(answer, prompt),
    stop_reason: stopReasonOf(choice),
    ...reported,
  };
  return jsonReply(200, body, answer.tokens);
}

function wholeBlocks(choice: Choice, { model }: Prompt, citation: Block | null): Block[] {
  const thinking = choice.reasoning.join('');
  const text = [...choice.text, ...choice.refusal].join('');
  return [
    ...(thinking === ''
      ? []
      : [{ type: 'thinking', thinking, signature: signatureOf(model, thinking) }]),
    ...(text === ''
      ? []
      : [{ type: 'text', text, ...(citation === null ? {} : { citations: [citation] }) }]),
    ...choice.calls.map((call) => ({ ...startOfCall(call), input: inputOf(call) })),
  ];
}

function startOfCall({ id, name }: ToolCall): Block {
  return { type: 'tool_use', id, name, input: {}, caller: { type: 'direct' } };
}

/** Arguments that are no JSON go out as the text that they are. */
function inputOf(call: ToolCall): unknown {
  const text = call.arguments.join('');
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return text;
  }
}

function event(type: string, members: Block, tokens = 0, reasoning = 0): Step {
  return frame(
    `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`,
    tokens,
    reasoning,
  );
}

/** One block of a stream: how it begins, and its deltas with the tokens of each. */
interface StreamedBlock {
  start: Block;
  startTokens: number;
  deltas: { delta: Block; tokens: number; reasoning: number }[];
}

function streamedBlocks(choice: Choice, prompt: Prompt): StreamedBlock[] {
  const blocks: StreamedBlock[] = [];
  if (choice.reasoning.length > 0) blocks.push(thinkingBlock(choice.reasoning, prompt));
  const said = [...choice.text, ...choice.refusal];
  if (said.length > 0) {
    const deltas = said.map((text) => ({
      delta: { type: 'text_delta', text },
      tokens: 1,
      reasoning: 0,
    }));
    blocks.push({ start: { type: 'text', text: '' }, startTokens: 0, deltas });
  }
  for (const call of choice.calls) {
    const deltas = ['', ...call.arguments].map((json, index) => ({
      delta: { type: 'input_json_delta', partial_json: json },
      tokens: index === 0 ? 0 : 1,
      reasoning: 0,
    }));
    blocks.push({ start: startOfCall(call), startTokens: 1, deltas });
  }
  return blocks;
}

function thinkingBlock(pieces: string[], { model }: Prompt): StreamedBlock {
  const signature = signatureOf(model, pieces.join(''));
  const deltas = pieces.map((thinking) => ({
    delta: { type: 'thinking_delta', thinking } as Block,
    tokens: 1,
    reasoning: 1,
  }));
  deltas.push({ delta: { type: 'signature_delta', signature }, tokens: 0, reasoning: 0 });
  return { start: { type: 'thinking', thinking: '', signature: '' }, startTokens: 0, deltas };
}

function renderStream(answer: Answer, prompt: Prompt): Reply {
  const choice = choiceOf(answer);
  const hasUsage = answer.usage.position !== 'none';
  const run = [...mcpBlocks(answer, prompt.mcpServers), ...runBlocks(answer, prompt)];
  const citation = citationOf(answer, prompt);
  // Nothing runs before the message has begun.
  const { searches: _, fetches: __, code: ___, ...before } = answer;
  const started = hasUsage ? { usage: usageOf(before, 1, prompt) } : {};
  const steps: Step[] = [event('message_start', { message: { ...messageOf(prompt), ...started } })];
  run.forEach((block, index) => {
    const { input, ...start } = block;
    const opened = input === undefined ? start : { ...start, input: {} };
    steps.push(event('content_block_start', { index, content_block: opened }));
    if (input !== undefined) {
      const delta = { type: 'input_json_delta', partial_json: JSON.stringify(input) };
      steps.push(event('content_block_delta', { index, delta }));
    }
    steps.push(event('content_block_stop', { index }));
  });
  streamedBlocks(choice, prompt).forEach(({ start, startTokens, deltas }, at) => {
    const index = at + run.length;
    if (citation !== null && start['type'] === 'text') {
      const delta = { type: 'citations_delta', citation };
      deltas.push({ delta, tokens: 0, reasoning: 0 });
    }
    steps.push(event('content_block_start', { index, content_block: start }, startTokens));
    if (index === 0) steps.push(event('ping', {}));
    for (const { delta, tokens, reasoning } of deltas) {
      steps.push(event('content_block_delta', { index, delta }, tokens, reasoning));
    }
    steps.push(event('content_block_stop', { index }));
  });
  const end = event('message_delta', {
    delta: {
      stop_reason: stopReasonOf(choice),
      stop_sequence: null,
      stop_details: null,
      ...containerOf(answer, prompt),
    },
    ...(hasUsage ? { usage: usageOf(answer, answer.tokens.output, prompt) } : {}),
  });
  steps.push(end, event('message_stop', {}));
  const headers = { 'content-type': 'text/event-stream; charset=utf-8' };
  return { status: 200, headers, steps, stream: true, served: answer.tokens };
}
