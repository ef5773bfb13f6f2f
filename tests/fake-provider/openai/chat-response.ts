import type { Answer, Choice, ToolCall } from '../answer.ts';
import { frame, jsonReply, type Reply, type Step } from '../reply.ts';
import type { ChatPrompt } from './chat-request.ts';
import { changedUsage, completionUsage } from './usage.ts';

/** The mark at the end of a stream. */
export const DONE_FRAME = 'data: [DONE]\n\n';

const OBFUSCATION = 'b7Qw2LxK9dTz4RnM';
const MILLISECONDS = 1_000;

/** A citation of what a search has found, as the guide of the tool shows one. */
const CITATION = {
  type: 'url_citation',
  url_citation: { start_index: 0, end_index: 2, title: 'A page', url: 'https://example.com/' },
};

let idCount = 0;

function newChatId(): string {
  idCount += 1;
  return `chatcmpl-${Date.now().toString(36)}${idCount.toString(36).padStart(20, 'A')}`;
}

function fingerprintOf(model: string): string {
  return `fp_${Buffer.from(model).toString('hex').padEnd(10, '0').slice(0, 10)}`;
}

/** Writes an answer as the provider does: one body, or a stream of chunks. */
export function renderChat(answer: Answer, prompt: ChatPrompt): Reply {
  return prompt.stream ? renderStream(answer, prompt) : renderWhole(answer, prompt);
}

function renderWhole(answer: Answer, prompt: ChatPrompt): Reply {
  const usage = completionUsage(answer.tokens);
  const reported = answer.usage.position === 'none' ? {} : { usage: changedUsage(usage, answer) };
  const body = {
    id: newChatId(),
    object: 'chat.completion',
    created: Math.floor(Date.now() / MILLISECONDS),
    model: prompt.model,
    choices: answer.choices.map((choice, index) => ({
      index,
      message: messageOf(choice, prompt),
      logprobs: logprobsOf(choice.text, prompt.topLogprobs),
      finish_reason: choice.finish,
    })),
    ...reported,
    service_tier: answer.tier ?? prompt.tier,
    system_fingerprint: fingerprintOf(prompt.model),
  };
  return jsonReply(200, body, answer.tokens);
}

function messageOf(choice: Choice, prompt: ChatPrompt): Record<string, unknown> {
  const text = choice.text.join('');
  const silent = choice.calls.length > 0 || choice.refusal.length > 0;
  return {
    role: 'assistant',
    content: text === '' && silent ? null : text,
    ...(choice.reasoning.length > 0 && { reasoning_content: choice.reasoning.join('') }),
    ...(choice.calls.length > 0 && {
      tool_calls: choice.calls.map((call) => wholeCall(call, prompt)),
    }),
    refusal: choice.refusal.length > 0 ? choice.refusal.join('') : null,
    annotations: prompt.isSearching ? [CITATION] : [],
  };
}

function isCustom({ name }: ToolCall, { tools }: ChatPrompt): boolean {
  return tools.some((tool) => tool.name === name && tool.isCustom === true);
}

function wholeCall(call: ToolCall, prompt: ChatPrompt): unknown {
  if (isCustom(call, prompt)) {
    const custom = { name: call.name, input: call.arguments.join('') };
    return { id: call.id, type: 'custom', custom };
  }
  const definition = { name: call.name, arguments: call.arguments.join('') };
  return { id: call.id, type: 'function', function: definition };
}

function logprobsOf(pieces: string[], top: number | null): unknown {
  if (top === null) return null;
  const content = pieces.map((token) => {
    const bytes = [...Buffer.from(token)];
    const alternatives = Array.from({ length: top }, (_, index) => ({
      token: index === 0 ? token : `${token}${index}`,
      logprob: -0.125 * (index + 1),
      bytes,
    }));
    return { token, logprob: -0.125, bytes, top_logprobs: alternatives };
  });
  return { content, refusal: null };
}

/** One delta of one choice with the tokens that it hands over. */
interface Delta {
  delta: Record<string, unknown>;
  tokens: number;
  reasoning: number;
  logprobs: unknown;
  finish: string | null;
}

function renderStream(answer: Answer, prompt: ChatPrompt): Reply {
  const position =
    answer.usage.position === 'end' && !prompt.includeUsage ? 'none' : answer.usage.position;
  const write = chunkWriter(answer, prompt, position === 'every');
  const perChoice = answer.choices.map((choice) => deltasOf(choice, prompt));
  const rounds = Math.max(0, ...perChoice.map((deltas) => deltas.length));
  const steps: Step[] = [];
  for (let round = 0; round < rounds; round += 1) {
    perChoice.forEach((deltas, index) => {
      const delta = deltas[round];
      if (!delta) return;
      const last = index === perChoice.length - 1 && round === rounds - 1;
      steps.push(write.choice(index, delta, last && position === 'finish'));
    });
  }
  if (answer.choices.length === 0) steps.push(write.empty());
  if (position === 'end' || position === 'twice') steps.push(write.usage());
  if (position === 'twice') steps.push(write.usage());
  steps.push(frame(DONE_FRAME));
  if (position === 'after-done') steps.push(write.usage());
  const headers = { 'content-type': 'text/event-stream; charset=utf-8' };
  return { status: 200, headers, steps, stream: true, served: answer.tokens };
}

interface ChunkWriter {
  choice(index: number, delta: Delta, withUsage: boolean): Step;
  usage(): Step;
  empty(): Step;
}

function chunkWriter(answer: Answer, prompt: ChatPrompt, everywhere: boolean): ChunkWriter {
  const created = Math.floor(Date.now() / MILLISECONDS);
  const head =
    `data: {"id":"${newChatId()}","object":"chat.completion.chunk","created":${created},` +
    `"model":${JSON.stringify(prompt.model)},"service_tier":${JSON.stringify(answer.tier ?? prompt.tier)},` +
    `"system_fingerprint":"${fingerprintOf(prompt.model)}","choices":`;
  const silent = prompt.includeUsage ? ',"usage":null' : '';
  const usage = `,"usage":${JSON.stringify(changedUsage(completionUsage(answer.tokens), answer))}`;
  let written = 0;
  let output = 0;
  let reasoning = 0;
  const tail = (): string => {
    written += 1;
    if (!prompt.obfuscation) return '}\n\n';
    return `,"obfuscation":"${OBFUSCATION.slice(0, 4 + (written % 12))}"}\n\n`;
  };
  const usageSoFar = (): string => {
    const soFar = completionUsage({ ...answer.tokens, output, reasoning });
    return `,"usage":${JSON.stringify(changedUsage(soFar, answer))}`;
  };
  return {
    choice(index, { delta, tokens, reasoning: thought, logprobs, finish }, withUsage) {
      output += tokens;
      reasoning += thought;
      const choice = JSON.stringify({ index, delta, logprobs, finish_reason: finish });
      const reported = withUsage ? usage : everywhere ? usageSoFar() : silent;
      return frame(`${head}[${choice}]${reported}${tail()}`, tokens, thought);
    },
    usage: () => frame(`${head}[]${usage}${tail()}`),
    empty: () => frame(`${head}[]${silent}${tail()}`),
  };
}

function deltasOf(choice: Choice, prompt: ChatPrompt): Delta[] {
  const deltas: Delta[] = [];
  const add = (delta: Record<string, unknown>, tokens = 0, more: Partial<Delta> = {}): void => {
    deltas.push({ delta, tokens, reasoning: 0, logprobs: null, finish: null, ...more });
  };
  const silent = choice.calls.length > 0 && choice.text.length === 0;
  add({ role: 'assistant', content: silent ? null : '', refusal: null });
  for (const piece of choice.reasoning) add({ reasoning_content: piece }, 1, { reasoning: 1 });
  for (const piece of choice.text) {
    add({ content: piece }, 1, { logprobs: logprobsOf([piece], prompt.topLogprobs) });
  }
  for (const piece of choice.refusal) add({ refusal: piece }, 1);
  for (const call of choice.calls) {
    const { index, id, name } = call;
    if (isCustom(call, prompt)) {
      add({ tool_calls: [{ index, id, type: 'custom', custom: { name, input: '' } }] }, 1);
      for (const piece of call.arguments) {
        add({ tool_calls: [{ index, custom: { input: piece } }] }, 1);
      }
      continue;
    }
    add({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }, 1);
    for (const piece of call.arguments) {
      add({ tool_calls: [{ index, function: { arguments: piece } }] }, 1);
    }
  }
  if (prompt.isSearching) add({ annotations: [CITATION] });
  add({}, 0, { finish: choice.finish });
  return deltas;
}
