import type { FinishReason } from '@tollgate/contract/chat';
import { askedConverse } from './bedrock-asked.ts';
import { converseRequest, invokeEmbedded } from './bedrock-request.ts';
import { converseFailure } from './failures.ts';
import { blankChoice, blankTurn } from './reader.ts';
import type { Loose, RawAnswer, RawCall, RawChoice, RawTurn, Reader } from './reader.ts';

/**
 * Reads Converse, its binary stream, and the vectors of InvokeModel. Checksums are not looked at.
 */
export const bedrockReader: Reader = {
  chat({ response }) {
    if (response.base64 !== undefined) return readStream(eventsIn(response.base64));
    const body = response.body as Loose;
    const choice = blankChoice();
    for (const block of body.output?.message?.content ?? []) readBlock(choice, block);
    return answered(choice, body.stopReason, body.usage);
  },
  turns(body: Loose) {
    const system = (body.system ?? []).map(systemTurn);
    return [...system, ...(body.messages ?? []).map(turnOf)];
  },
  asked: askedConverse,
  request: converseRequest,
  says: /^settings\.(?:maxTokens|temperature|topP|stopSequences|format|kept|additionalModelRequestFields\.(?:thinking|output_config|reasoning\w+))\b/u,
  embedded: invokeEmbedded,
  failure: converseFailure,
  operation: /\/model\/[^/]+\/(?:converse|converse-stream|invoke)$/u,
  outOfScope({ model, endpoint }) {
    const isUnserved = endpoint === 'embeddings' && !/cohere|titan/u.test(model ?? '');
    return isUnserved ? 'vectors of models other than Cohere and Titan: not exposed' : null;
  },
  embeddings({ response }) {
    const { embeddings, embedding } = response.body as Loose;
    const reported = response.headers?.['x-amzn-bedrock-input-token-count'];
    const vectors = embedding ? [embedding] : (embeddings.float ?? embeddings);
    return { vectors, prompt: reported === undefined ? null : Number(reported) };
  },
};

interface RawEvent {
  name: string;
  payload: Loose;
}

/** Lengths stand in front of each message; all of its headers are short texts. */
function eventsIn(base64: string): RawEvent[] {
  const bytes = Buffer.from(base64, 'base64');
  const events: RawEvent[] = [];
  let at = 0;
  while (at < bytes.length) {
    const length = bytes.readUInt32BE(at);
    const bodyAt = at + 12 + bytes.readUInt32BE(at + 4);
    const headers = headersIn(bytes.subarray(at + 12, bodyAt));
    const payload: unknown = JSON.parse(bytes.toString('utf8', bodyAt, at + length - 4));
    events.push({ name: headers.get(':event-type') ?? '', payload });
    at += length;
  }
  return events;
}

function headersIn(bytes: Buffer): Map<string, string> {
  const headers = new Map<string, string>();
  let at = 0;
  while (at < bytes.length) {
    const nameEnd = at + 1 + (bytes[at] ?? 0);
    const valueAt = nameEnd + 3;
    const end = valueAt + bytes.readUInt16BE(nameEnd + 1);
    headers.set(bytes.toString('utf8', at + 1, nameEnd), bytes.toString('utf8', valueAt, end));
    at = end;
  }
  return headers;
}

function readStream(events: readonly RawEvent[]): RawAnswer {
  const choice = blankChoice();
  const indexes = new Map<number, RawCall>();
  let stop: string | undefined;
  let usage: Loose;
  for (const { payload } of events) {
    const { contentBlockIndex: index, start, delta } = payload;
    if (start?.toolUse && isOurs(start.toolUse)) {
      const call = { name: start.toolUse.name, args: '', id: start.toolUse.toolUseId };
      indexes.set(index, call);
      choice.calls.push(call);
    }
    if (delta) readDelta(choice, delta, indexes.get(index));
    stop = payload.stopReason ?? stop;
    usage = payload.usage ?? usage;
  }
  for (const call of choice.calls) call.args ||= '{}';
  return answered(choice, stop, usage);
}

function readDelta(choice: RawChoice, delta: Loose, call: RawCall | undefined): void {
  const { text, signature, redactedContent } = delta.reasoningContent ?? {};
  choice.text += delta.text ?? '';
  choice.reasoning += text ?? '';
  choice.opaque.push(...[signature, redactedContent].filter(Boolean));
  if (delta.citation) choice.opaque.push(...citedIn(delta.citation));
  if (call !== undefined) call.args += delta.toolUse?.input ?? '';
}

function readBlock(choice: RawChoice, block: Loose): void {
  choice.text += textIn(block);
  const { reasoningText, redactedContent } = block.reasoningContent ?? {};
  choice.reasoning += reasoningText?.text ?? '';
  choice.opaque.push(...[reasoningText?.signature, redactedContent].filter(Boolean));
  choice.opaque.push(...(block.citationsContent?.citations ?? []).flatMap(citedIn));
  if (block.toolUse && isOurs(block.toolUse)) choice.calls.push(callOf(block.toolUse));
}

function textIn(block: Loose): string {
  const cited = (block.citationsContent?.content ?? []).map((part: Loose) => part.text);
  return (block.text ?? '') + cited.join('');
}

/** What a citation names has to reach the caller. */
function citedIn(citation: Loose): string[] {
  return [citation.title, citation.location?.web?.url].filter(Boolean);
}

/** Tools that the provider runs by itself are none of the caller's. */
function isOurs(use: Loose): boolean {
  return use.type !== 'server_tool_use';
}

function callOf({ name, input, toolUseId }: Loose): RawCall {
  return { name, args: JSON.stringify(input), id: toolUseId };
}

function answered(choice: RawChoice, stop: string | undefined, usage: Loose): RawAnswer {
  choice.finish = stop === undefined ? null : finishOf(stop, choice.calls.length > 0);
  return { choices: new Map([[0, choice]]), usage: usageOf(usage), failed: stop === undefined };
}

function finishOf(stop: string, hasCalls: boolean): FinishReason {
  if (stop === 'max_tokens') return 'length';
  if (stop === 'guardrail_intervened') return 'content_filter';
  return hasCalls ? 'tool_calls' : 'stop';
}

function usageOf(usage: Loose): RawAnswer['usage'] {
  if (!usage) return null;
  const cacheRead = usage.cacheReadInputTokens ?? 0;
  const cacheWrite = usage.cacheWriteInputTokens ?? 0;
  return {
    prompt: usage.totalTokens - usage.outputTokens,
    cacheRead,
    cacheWrite,
    hour: (usage.cacheDetails ?? []).find((life: Loose) => life.ttl === '1h')?.inputTokens ?? 0,
    completion: usage.outputTokens,
    reasoning: null,
  };
}

function systemTurn({ text }: Loose): RawTurn {
  return { ...blankTurn('system'), text: text ?? '' };
}

function turnOf({ role, content }: Loose): RawTurn {
  const turn = blankTurn(role);
  for (const block of content as Loose[]) {
    const choice = blankChoice();
    readBlock(choice, block);
    // A recorder's own way to send reasoning back is no text of the answer.
    if (!choice.text.startsWith('<think>')) turn.text += choice.text;
    turn.reasoning += choice.reasoning;
    turn.opaque.push(...choice.opaque);
    turn.calls.push(...choice.calls);
    if (block.toolResult && role === 'user') turn.results.push(resultOf(block.toolResult));
  }
  return turn;
}

function resultOf({ toolUseId, content }: Loose): RawTurn['results'][number] {
  const texts = content.map((part: Loose) => part.text ?? JSON.stringify(part.json ?? part));
  return { of: toolUseId, text: texts.join('') };
}
