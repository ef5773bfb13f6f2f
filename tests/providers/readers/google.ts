import type { FinishReason } from '@tollgate/contract/chat';
import type { Recording } from '../recordings.ts';
import { blankChoice, blankTurn } from './reader.ts';
import type { Loose, RawAnswer, RawCall, RawChoice, RawTurn, Reader } from './reader.ts';

/** Reads the generateContent wire: one reply, a list of replies, or events with a reply each. */
export const googleReader: Reader = {
  chat: ({ response }) => answerOf(repliesIn(response)),
  turns(body: Loose) {
    const system = blankTurn('system');
    const instruction = body.systemInstruction ?? body.system_instruction;
    system.text = (instruction?.parts ?? []).map((part: Loose) => part.text).join('');
    return [...(system.text === '' ? [] : [system]), ...body.contents.map(turnOf)];
  },
  asked: askedIn,
  outOfScope: ({ endpoint, request }) =>
    endpoint === 'models' && request !== null && !/\/models(?:\?.*)?$/u.test(request.url)
      ? 'no list of models: no route of ours asks a vendor for it'
      : null,
  embeddings: ({ response }) => {
    const { embedding, embeddings = [embedding], usageMetadata } = response.body as Loose;
    const vectors = embeddings.map(({ values }: Loose) => values);
    return { vectors, prompt: usageMetadata?.promptTokenCount ?? null };
  },
  models: ({ response }) =>
    (response.body as Loose).models
      .filter(({ supportedGenerationMethods: methods = [] }: Loose) =>
        methods.some((name: string) =>
          /^(?:generateContent|(?:batchE|e)mbedContents?)$/u.test(name),
        ),
      )
      .map(({ name }: Loose) => name.replace('models/', '')),
};

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
  const choices = [...answer.choices.values()];
  answer.failed ||= choices.length === 0 || choices.some(({ finish }) => finish === null);
  return answer;
}

function readCandidate({ choices }: RawAnswer, candidate: Loose): void {
  const index = candidate.index ?? 0;
  const choice = choices.get(index) ?? blankChoice();
  choices.set(index, choice);
  readParts(choice, candidate.content?.parts ?? []);
  choice.opaque.push(...citedIn(candidate));
  if (candidate.finishReason) choice.finish = finishOf(candidate.finishReason, choice);
}

function usageOf({ usageMetadata: told }: Loose): RawAnswer['usage'] {
  return {
    prompt: told.promptTokenCount + (told.toolUsePromptTokenCount ?? 0),
    cacheRead: told.cachedContentTokenCount ?? 0,
    cacheWrite: 0,
    completion: (told.candidatesTokenCount ?? 0) + (told.thoughtsTokenCount ?? 0),
    reasoning: told.thoughtsTokenCount ?? 0,
  };
}

/** Null when the model failed to say anything, and the vendor says so. */
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
  let place = '';
  for (const [position, step] of steps.entries()) {
    place = steps[position + 1] ?? last;
    at[step] ??= /^\d+$/u.test(place) ? [] : {};
    at = at[step];
  }
  at[last] =
    stringValue === undefined ? (numberValue ?? boolValue) : (at[last] ?? '') + stringValue;
}

/** What was searched for has no place of its own in our messages, but must not get lost. */
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

/** Some clients write the vendor's base64 anew, in the alphabet of URLs. */
function signatureOf(part: Loose): string[] {
  const signature = part.thoughtSignature ?? part.thought_signature ?? '';
  return signature === '' ? [] : [signature.replaceAll('-', '+').replaceAll('_', '/')];
}

/** By name: not every client sends the ids back that it was given. */
function resultOf({ name, response }: Loose): RawTurn['results'][number] {
  return { of: name, text: JSON.stringify(response) };
}

/** Fields without a counterpart of ours that change what the vendor counts. */
const ALIEN = ['cachedContent', 'cached_content'];

function askedIn(body: Loose): object | null {
  if (ALIEN.some((name) => body[name])) return null;
  const turns: Loose[] = body.contents;
  const parts = turns.flatMap((turn) => turn.parts);
  const isServed = parts.every((part: Loose) => {
    const type = (part.inlineData ?? part.inline_data)?.mimeType ?? '';
    return !part.fileData && (type === '' || type.startsWith('image/')) && !part.inline_data;
  });
  const declared = toolsIn(body);
  if (!isServed || declared === null) return null;
  const instruction = body.systemInstruction?.parts ?? [];
  const system = instruction.map((part: Loose) => ({ type: 'text', text: part.text }));
  return {
    model: 'any',
    messages: [
      ...(system.length === 0 ? [] : [{ role: 'system', content: system }]),
      ...turns.flatMap(messagesOf),
    ],
    ...(declared.length === 0 ? {} : { tools: declared }),
    ...formatOf(body.generationConfig ?? {}),
  };
}

function formatOf({ responseJsonSchema: schema, responseMimeType: type }: Loose): object {
  if (schema) {
    const format = { name: 'answer', schema };
    return { response_format: { type: 'json_schema', json_schema: format } };
  }
  return type === 'application/json' ? { response_format: { type: 'json_object' } } : {};
}

/** Null when the vendor's own tools were used. */
function toolsIn({ tools = [] }: Loose): Loose[] | null {
  const known = ['functionDeclarations', 'function_declarations'];
  const used = tools.flatMap((tool: Loose) => Object.keys(tool).filter((name) => tool[name]));
  if (used.some((name: string) => !known.includes(name))) return null;
  return tools.flatMap((tool: Loose) =>
    (tool.functionDeclarations ?? []).map((declared: Loose) => ({
      type: 'function',
      function: {
        name: declared.name,
        description: declared.description ?? '',
        parameters:
          declared.parameters ?? declared.parametersJsonSchema ?? declared.parameters_json_schema,
      },
    })),
  );
}

function messagesOf(turn: Loose, place: number): Loose[] {
  const { text, calls, results } = turnOf(turn);
  if (results.length > 0) {
    return results.map(({ of, text: content }) => ({ role: 'tool', tool_call_id: of, content }));
  }
  if (turn.role === 'model') {
    const made = calls.map(({ id, name, args }, position) => ({
      id: id ?? `call-${place}-${position}`,
      type: 'function',
      function: { name, arguments: args },
      extra_content: {
        google: { thought_signature: turn.parts[position]?.thoughtSignature ?? '' },
      },
    }));
    return [{ role: 'assistant', content: text, ...(made.length > 0 && { tool_calls: made }) }];
  }
  const content = turn.parts.map(({ text: words, inlineData: data }: Loose) =>
    data
      ? { type: 'image_url', image_url: { url: `data:${data.mimeType};base64,${data.data}` } }
      : { type: 'text', text: words },
  );
  return [{ role: 'user', content }];
}
