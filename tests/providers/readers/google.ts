import type { FinishReason } from '@tollgate/contract/chat';
import type { Recording } from '../recordings.ts';
import { contentFailure } from './failures.ts';
import { askedContent } from './google-asked.ts';
import { contentEmbedded, contentRequest } from './google-request.ts';
import { blankChoice, blankTurn } from './reader.ts';
import type { Loose, RawAnswer, RawCall, RawChoice, RawTurn, Reader } from './reader.ts';

/** Reads the generateContent wire: one reply, a list of replies, or events with a reply each. */
export const googleReader: Reader = {
  chat(recording) {
    const replies = repliesIn(recording.response);
    const answer = answerOf(replies);
    const body = replies.find(({ error }) => error);
    const said = { ...recording, response: { status: body?.error.code ?? 500, body } };
    return body === undefined ? answer : { ...answer, failure: contentFailure(said) };
  },
  turns(body: Loose) {
    const system = blankTurn('system');
    const instruction = body.systemInstruction ?? body.system_instruction;
    system.text = (instruction?.parts ?? []).map((part: Loose) => part.text).join('');
    return [...(system.text === '' ? [] : [system]), ...body.contents.map(turnOf)];
  },
  asked: askedContent,
  request: contentRequest,
  says: /^settings\.(?:maxOutputTokens|temperature|topP|candidateCount|stopSequences|seed|presencePenalty|frequencyPenalty|schema|responseMimeType|thinking)\b/u,
  embedded: contentEmbedded,
  failure: contentFailure,
  operation: /\/models(?:\/[^/]+)?$/u,
  outOfScope({ endpoint, request, provider }) {
    if (provider === 'vertex') return 'Vertex AI: calls go to the Gemini API alone';
    const isList = endpoint !== 'models' || request === null || LIST.test(request.url);
    return isList ? null : 'no list of models: no route of ours asks a provider for it';
  },
  embeddings: ({ response }) => {
    const { embedding, embeddings = [embedding], usageMetadata } = response.body as Loose;
    const vectors = embeddings.map(({ values }: Loose) => values);
    return { vectors, prompt: usageMetadata?.promptTokenCount ?? null };
  },
  models: ({ response }) =>
    (response.body as Loose).models
      .filter(({ supportedGenerationMethods: methods = [] }: Loose) =>
        methods.some((name: string) =>
          /^(?:generateContent|predictLongRunning|(?:batchE|e)mbedContents?)$/u.test(name),
        ),
      )
      .map(({ name }: Loose) => name.replace('models/', '')),
};

const LIST = /\/models(?:\?.*)?$/u;
const FILTERS = /SAFETY|RECITATION|BLOCKLIST|PROHIBITED|SPII|ARMOR|LANGUAGE/u;

function repliesIn({ sse, body }: Recording['response']): Loose[] {
  if (sse === undefined) return [body].flat();
  const events = sse.split(/\r?\n/u).filter((line) => line.startsWith('data:'));
  return events.map((line) => JSON.parse(line.slice('data:'.length)) as Loose);
}

function answerOf(replies: Loose[]): RawAnswer {
  const answer: RawAnswer = { choices: new Map(), usage: null, failed: false };
  for (const reply of replies) {
    if (reply.error) answer.failed = true;
    if (reply.usageMetadata?.promptTokenCount !== undefined) answer.usage = usageOf(reply);
    if (reply.promptFeedback?.blockReason) {
      answer.choices.set(0, { ...blankChoice(), finish: 'content_filter' });
    }
    for (const candidate of reply.candidates ?? []) readCandidate(answer, candidate);
  }
  if (answer.usage !== null) {
    answer.usage.searches = searchesIn(replies);
    answer.usage.code = codeIn(replies);
  }
  const choices = [...answer.choices.values()];
  answer.failed ||= choices.length === 0 || choices.some(({ finish }) => finish === null);
  return answer;
}

/** Gemini 3 is billed by the query, what came before by the answer that rests on pages. */
function searchesIn(replies: Loose[]): number {
  const all = replies.flatMap(({ candidates = [] }) => candidates as Loose[]);
  const grounded = all.map(({ groundingMetadata: metadata }) => metadata ?? {});
  if (!String(replies[0]?.modelVersion).startsWith('gemini-3')) {
    const pages = grounded.flatMap(({ groundingChunks: chunks = [] }) => chunks as Loose[]);
    return pages.some(({ web }) => web !== undefined) ? 1 : 0;
  }
  const queries = grounded.flatMap(({ webSearchQueries: list = [] }) => list as string[]);
  return new Set(queries.filter((query) => query !== '')).size;
}

function codeIn(replies: Loose[]): number {
  const all = replies.flatMap(({ candidates = [] }) => candidates as Loose[]);
  const parts = all.flatMap(({ content }) => (content?.parts ?? []) as Loose[]);
  return parts.filter(({ executableCode }) => executableCode !== undefined).length;
}

function readCandidate({ choices }: RawAnswer, candidate: Loose): void {
  const index = candidate.index ?? 0;
  const choice = choices.get(index) ?? blankChoice();
  choices.set(index, choice);
  readParts(choice, candidate.content?.parts ?? []);
  choice.opaque.push(...citedIn(candidate));
  choice.logprobs = logprobsIn(candidate.logprobsResult) ?? choice.logprobs;
  if (candidate.finishReason) choice.finish = finishOf(candidate.finishReason, choice);
}

function usageOf({ usageMetadata: reported }: Loose): RawAnswer['usage'] {
  return {
    prompt: reported.promptTokenCount + (reported.toolUsePromptTokenCount ?? 0),
    cacheRead: reported.cachedContentTokenCount ?? 0,
    cacheWrite: 0,
    completion: (reported.candidatesTokenCount ?? 0) + (reported.thoughtsTokenCount ?? 0),
    reasoning: reported.thoughtsTokenCount ?? 0,
  };
}

/** Null when the model failed to say anything, and the provider says so. */
function finishOf(reason: string, { calls, text }: RawChoice): FinishReason | null {
  if (reason === 'MAX_TOKENS') return 'length';
  if (FILTERS.test(reason)) return 'content_filter';
  if (calls.length > 0) return 'tool_calls';
  return reason === 'STOP' || text !== '' ? 'stop' : null;
}

function readParts(choice: RawChoice, parts: Loose[]): void {
  for (const part of parts) {
    if (part.thoughtSignature) choice.opaque.push(part.thoughtSignature);
    if (part.executableCode) choice.opaque.push(part.executableCode.code);
    if (part.codeExecutionResult?.output) choice.opaque.push(part.codeExecutionResult.output);
    if (part.functionCall) readCall(choice.calls, part.functionCall);
    else if (part.thought) choice.reasoning += part.text ?? '';
    else choice.text += part.text ?? '';
  }
}

/** A call without a name goes on with the one before it. */
function readCall(calls: RawCall[], { name, args, id, partialArgs }: Loose): void {
  if (name) calls.push({ name, args: JSON.stringify(args ?? {}), id: id ?? null });
  const call = calls.at(-1);
  if (call === undefined || !partialArgs) return;
  const made = JSON.parse(call.args) as Loose;
  for (const piece of partialArgs) put(made, piece);
  call.args = JSON.stringify(made);
}

function put(made: Loose, { jsonPath, stringValue, numberValue, boolValue }: Loose): void {
  const steps = jsonPath.slice(1).match(/[^.[\]'"]+/gu) as string[];
  const last = steps.pop() ?? '';
  let at = made;
  let next = '';
  for (const [position, step] of steps.entries()) {
    next = steps[position + 1] ?? last;
    at[step] ??= /^\d+$/u.test(next) ? [] : {};
    at = at[step];
  }
  at[last] =
    stringValue === undefined ? (numberValue ?? boolValue) : (at[last] ?? '') + stringValue;
}

/** The tokens that were chosen, and beside each those that might have been. */
function logprobsIn(result: Loose): Loose {
  if (!result) return null;
  const named = ({ token, logProbability }: Loose): Loose => ({
    token,
    logprob: logProbability,
    bytes: [...Buffer.from(token)],
  });
  const content = result.chosenCandidates.map((chosen: Loose, at: number) => ({
    ...named(chosen),
    top_logprobs: (result.topCandidates?.[at]?.candidates ?? []).map(named),
  }));
  return { content, refusal: null };
}

/** Our messages have no field for what was searched for, and it must not get lost. */
function citedIn({ groundingMetadata: grounding }: Loose): string[] {
  const chunks = grounding?.groundingChunks ?? [];
  return chunks.map((chunk: Loose) => chunk.web?.uri ?? chunk.retrievedContext?.text);
}

function turnOf({ role, parts }: Loose): RawTurn {
  const turn = blankTurn(role === 'model' ? 'assistant' : 'user');
  for (const part of parts) {
    const call = part.functionCall ?? part.function_call;
    const result = part.functionResponse ?? part.function_response;
    turn.opaque.push(...signatureOf(part));
    if (call) readCall(turn.calls, call);
    else if (result) turn.results.push(resultOf(result));
    else turn[part.thought ? 'reasoning' : 'text'] += part.text ?? '';
  }
  if (turn.results.length > 0) turn.role = 'tool';
  return turn;
}

/** Some clients write the provider's base64 anew, in the alphabet of URLs. */
function signatureOf(part: Loose): string[] {
  const signature = part.thoughtSignature ?? part.thought_signature ?? '';
  return signature === '' ? [] : [signature.replaceAll('-', '+').replaceAll('_', '/')];
}

/** By name: not every client sends the ids back that it was given. */
function resultOf({ name, response }: Loose): RawTurn['results'][number] {
  return { of: name, text: JSON.stringify(response) };
}
