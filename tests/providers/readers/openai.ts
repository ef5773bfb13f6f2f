import type { FinishReason } from '@tollgate/contract/chat';
import type { Recording } from '../recordings.ts';
import { completionsFailure } from './failures.ts';
import { askedCompletions, completionsEmbedded, completionsRequest } from './openai-request.ts';
import { blankChoice, blankTurn } from './reader.ts';
import type {
  Loose,
  RawAnswer,
  RawChoice,
  RawFailure,
  RawTurn,
  RawUsage,
  Reader,
} from './reader.ts';

/** Reads the chat-completions wire as all of its providers speak it. */
export const openaiReader: Reader = {
  chat(recording) {
    const answer: RawAnswer = { choices: new Map(), usage: null, failed: false };
    for (const part of partsOf(recording)) readPart(answer, part, recording);
    if (answer.choices.size === 0 || answer.failure) answer.failed = true;
    for (const choice of answer.choices.values()) {
      if (choice.finish === null) answer.failed = true;
      const ended = choice.finish === 'stop' || choice.finish === 'tool_calls';
      if (ended) choice.finish = choice.calls.length > 0 ? 'tool_calls' : 'stop';
    }
    return answer;
  },
  turns: (body: Loose) => (body.messages ?? []).map(turnOf),
  embeddings({ response, provider }) {
    const body = response.body as Loose;
    const sorted = body.data.toSorted((left: Loose, right: Loose) => left.index - right.index);
    const vectors = sorted.map((item: Loose) => vectorOf(item.embedding, provider));
    return { vectors, prompt: body.usage?.prompt_tokens ?? null };
  },
  models({ response }) {
    const body = response.body as Loose;
    const names = (body.data ?? body).map((item: Loose) => item.id);
    return names.filter((name: string) => /^[A-Za-z0-9]/u.test(name));
  },
  asked: askedCompletions,
  request: completionsRequest,
  says: /^settings\.(?:model|ceiling|stream|stream_options|temperature|top_p|n|stop|seed|presence_penalty|frequency_penalty|logit_bias|logprobs|top_logprobs|parallel_tool_calls|reasoning_effort|verbosity|prompt_cache_key|response_format)\b/u,
  embedded: completionsEmbedded,
  failure: completionsFailure,
  outOfScope({ endpoint, request }) {
    const isList = endpoint !== 'models' || request?.url.endsWith('/models') === true;
    return isList ? null : 'no list of models: no route of ours asks a provider for it';
  },
  operation: /\/(?:chat\/completions|embeddings|models)$/u,
};

function partsOf({ response }: Recording): Loose[] {
  if (response.sse === undefined) return [response.body];
  return response.sse
    .split(/\r?\n/u)
    .filter((line) => line.startsWith('data:') && line.slice(5).trim() !== '[DONE]')
    .map((line) => JSON.parse(line.slice(5)) as Loose);
}

function readPart(answer: RawAnswer, part: Loose, recording: Recording): void {
  if (part.error) answer.failure = failureIn(part, recording);
  const { provider } = recording;
  const usage = part.usage ?? part.x_groq?.usage;
  if (usage) answer.usage = usageOf(usage, provider) ?? answer.usage;
  for (const choice of part.choices ?? []) {
    const known = choiceAt(answer, choice.index ?? 0);
    addMessage(known, withoutLegacy(choice.delta ?? choice.message ?? {}));
    addLogprobs(known, choice.logprobs);
    if (choice.finish_reason) finish(answer, known, choice.finish_reason);
  }
}

/** One call as it stood in a message before `tool_calls` came. */
function withoutLegacy(message: Loose): Loose {
  const { function_call: legacy } = message;
  return legacy && !message.tool_calls?.length
    ? { ...message, tool_calls: [{ index: 0, function: legacy }] }
    : message;
}

/** An error in a stream has its status in it, or is the provider's own fault. */
function failureIn(body: Loose, recording: Recording): RawFailure {
  const { status_code: reported, code } = body.error;
  const status = Number(reported ?? code) || 500;
  return completionsFailure({ ...recording, response: { status, body } });
}

function finish(answer: RawAnswer, choice: RawChoice, word: string): void {
  choice.finish = finishOf(word);
  if (BROKEN.includes(word)) answer.failed = true;
}

function choiceAt({ choices }: RawAnswer, index: number): RawChoice {
  const known = choices.get(index) ?? blankChoice();
  choices.set(index, known);
  return known;
}

/** Whether reasoning lies inside the completion's count differs from provider to provider. */
function usageOf(usage: Loose, provider: string): RawUsage | null {
  const { prompt_tokens: prompt, completion_tokens: completion } = usage;
  if (typeof prompt !== 'number' || typeof completion !== 'number') return null;
  const reported = usage.completion_tokens_details?.reasoning_tokens ?? usage.reasoning_tokens ?? 0;
  const beside = besideCompletion(usage, reported, provider);
  const isDetailed = usage.prompt_tokens_details?.cached_tokens !== undefined;
  const read = cachedIn(usage);
  const written = usage.prompt_tokens_details?.cache_write_tokens ?? 0;
  const cached = read + written;
  const isInTotal = cached > 0 && usage.total_tokens === prompt + completion + cached;
  const isBeside = isInTotal || (!isDetailed && cached > prompt);
  return {
    prompt: isBeside ? prompt + cached : prompt,
    cacheRead: isBeside ? read : Math.min(read, prompt),
    cacheWrite: written,
    completion: completion + beside,
    reasoning: beside > 0 ? beside : Math.min(reported, completion),
  };
}

/** Reasoning tokens that the completion's count leaves out. */
function besideCompletion(usage: Loose, reported: number, provider: string): number {
  const rest = (usage.total_tokens ?? 0) - usage.prompt_tokens - usage.completion_tokens;
  if (provider === 'xai') return reported;
  if (provider === 'gemini-openai') return Math.max(rest, 0);
  // A router to Gemini leaves reasoning out of both: more than the completion cannot lie within,
  // but for one token that another counts twice.
  const isMore = reported > usage.completion_tokens + 1;
  return reported > 0 && (rest === reported || isMore) ? reported : 0;
}

function cachedIn(usage: Loose): number {
  return (
    usage.prompt_tokens_details?.cached_tokens ??
    usage.prompt_cache_hit_tokens ??
    usage.num_cached_tokens ??
    usage.cached_tokens ??
    usage.cache_read_input_tokens ??
    0
  );
}

const LENGTH = ['length', 'max_tokens', 'model_length', 'max_output_tokens'];
const FILTERED = ['content_filter', 'safety', 'refusal'];
const BROKEN = ['error', 'insufficient_system_resource', 'abort'];

function finishOf(word: string): FinishReason {
  if (LENGTH.includes(word)) return 'length';
  return FILTERED.includes(word) ? 'content_filter' : 'stop';
}

function addMessage(choice: RawChoice, message: Loose): void {
  const { text, reasoning } = contentOf(message);
  choice.text += text;
  choice.reasoning += reasoning;
  choice.refusal += message.refusal ?? '';
  choice.opaque.push(...opaqueIn(message));
  for (const call of message.tool_calls ?? []) addCall(choice, call);
}

/** Those of a stream come in pieces. */
function addLogprobs(choice: RawChoice, reported: Loose): void {
  if (!reported) return;
  const before = choice.logprobs?.content ?? [];
  choice.logprobs = { ...reported, content: [...before, ...(reported.content ?? [])] };
}

function contentOf(message: Loose): { text: string; reasoning: string } {
  const details = (message.reasoning_details ?? []).map((detail: Loose) => detail.text ?? '');
  const reported = message.reasoning_content || message.reasoning || details.join('');
  if (typeof message.content === 'string') return { text: message.content, reasoning: reported };
  if (!Array.isArray(message.content)) return { text: '', reasoning: reported };
  const parts = message.content as Loose[];
  const text = parts.filter((part) => part.type === 'text').map((part) => part.text);
  const reasonings = parts
    .filter((part) => part.type === 'thinking')
    .flatMap((part) => part.thinking.map((item: Loose) => item.text));
  return { text: text.join(''), reasoning: reasonings.join('') || reported };
}

/**
 * What providers of this wire want back: signed or sealed reasoning, and its signatures.
 */
function opaqueIn(message: Loose): string[] {
  const details = (message.reasoning_details ?? []).flatMap((detail: Loose) => [
    detail.signature,
    detail.data,
  ]);
  const signatures = [message, ...(message.tool_calls ?? [])].map(
    (part: Loose) => part.extra_content?.google?.thought_signature,
  );
  return [...details, ...signatures].filter((value) => typeof value === 'string' && value !== '');
}

/**
 * Pieces of a call have its id or none; a call that comes whole may have the id of the one before
 * it.
 */
function addCall(choice: RawChoice, call: Loose): void {
  const { name = '', arguments: made } = call.function ?? {};
  const args = textOfArguments(made);
  const last = choice.calls.findLast(({ index }) => index === call.index) ?? choice.calls.at(-1);
  const continues = last !== undefined && (!call.id || call.id === last.id);
  if (continues && !name) last.args += args;
  else choice.calls.push({ name, args, id: call.id || null, index: call.index });
}

function textOfArguments(value: Loose): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function turnOf(message: Loose): RawTurn {
  const role = message.role === 'developer' ? 'system' : message.role;
  const turn = blankTurn(role);
  const { text, reasoning } = contentOf(message);
  turn.text = text;
  turn.reasoning = reasoning;
  turn.opaque = opaqueIn(message);
  if (role === 'tool') turn.results.push({ of: message.tool_call_id, text });
  turn.calls = (message.tool_calls ?? []).map((call: Loose) => ({
    name: call.function.name,
    args: textOfArguments(call.function.arguments),
    id: call.id ?? null,
  }));
  return turn;
}

/** Text is base64: of 32-bit floats, but with one provider of signed bytes. */
function vectorOf(embedding: Loose, provider: string): number[] {
  if (typeof embedding !== 'string') return embedding;
  const bytes = Buffer.from(embedding, 'base64');
  if (provider === 'perplexity') return [...bytes].map((byte) => (byte > 127 ? byte - 256 : byte));
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
}
