import { completionsFailure } from './failures.ts';
import { blankChoice, blankTurn } from './reader.ts';
import type { Loose, RawAnswer, RawChoice, RawPart, RawTurn, Reader } from './reader.ts';
import { askedResponses, responsesRequest } from './responses-request.ts';

/** Reads the Responses wire as all of its providers speak it. */
export const responsesReader: Reader = {
  chat(recording) {
    const { sse } = recording.response;
    const choice = blankChoice();
    const reported = sse === undefined ? (recording.response.body as Loose) : streamed(sse, choice);
    if (sse === undefined) readWhole(reported, choice);
    choice.finish = finishOf(reported, choice.calls.length > 0);
    const failed = choice.finish === null || Boolean(reported.error);
    return { choices: new Map([[0, choice]]), usage: usageOf(reported.usage), failed };
  },
  turns: turnsOf,
  asked: askedResponses,
  request: responsesRequest,
  says: /^settings\.(?:model|stream|temperature|top_p|max_output_tokens|parallel_tool_calls|prompt_cache_key|reasoning\.(?:effort|summary)|text\.format|text\.verbosity)\b/u,
  failure: completionsFailure,
  outOfScope: ({ request, response }) => outOfScope(request?.body, response.body),
  operation: /\/responses$/u,
};

/** What no route of ours asks a provider for. */
function outOfScope(body: Loose, reply: Loose): string | null {
  const tools = (body?.tools ?? []) as Loose[];
  if (tools.some(({ type }) => type !== 'function')) return 'tools that the provider runs itself';
  if (body?.previous_response_id) return 'a conversation that the provider has stored';
  return body?.background === true || reply?.status === 'queued' ? 'work in the background' : null;
}

/** The last response that a stream tells; pieces go into the choice. */
function streamed(sse: string, choice: RawChoice): Loose {
  const events = sse
    .split(/\r?\n/u)
    .filter((line) => line.startsWith('data:') && line.slice(5).trim() !== '[DONE]')
    .map((line) => JSON.parse(line.slice(5)) as Loose);
  const items = new Map<number, string[]>();
  const reasonings = new Map<string, string>();
  const calls = new Map<number, Loose>();
  for (const event of events) {
    const { output_index: at, delta = '', item } = event;
    if (event.type === 'response.output_text.delta') add(items, at, delta as string);
    if (event.type === 'response.refusal.delta') choice.refusal += delta;
    if (/reasoning\w*_text\.delta$/u.test(event.type as string)) {
      const partKey = JSON.stringify([at, event.summary_index, event.content_index]);
      reasonings.set(partKey, (reasonings.get(partKey) ?? '') + delta);
    }
    if (item?.type === 'function_call') calls.set(at, { ...calls.get(at), ...item });
    if (event.type === 'response.output_item.done') choice.opaque.push(...opaqueIn(item));
  }
  choice.text = [...items.values()].map((pieces) => pieces.join('')).join('\n\n');
  choice.reasoning = [...reasonings.values()].join('\n\n');
  choice.calls = [...calls.values()].map(callOf);
  return events.findLast(({ response }) => response?.status !== undefined)?.response ?? {};
}

function add(items: Map<number, string[]>, at: number, piece: string): void {
  items.set(at, [...(items.get(at) ?? []), piece]);
}

function readWhole({ output }: Loose, choice: RawChoice): void {
  const items = (output ?? []) as Loose[];
  const texts: string[] = [];
  const reasonings: string[] = [];
  for (const item of items) {
    const parts = (item.content ?? []) as Loose[];
    const textOf = (type: string): string =>
      parts.flatMap((part) => (part.type === type ? [part.text ?? part.refusal] : [])).join('');
    if (item.type === 'message') {
      if (textOf('output_text') !== '') texts.push(textOf('output_text'));
      choice.refusal += textOf('refusal');
    }
    if (item.type === 'reasoning') {
      reasonings.push(...[...(item.summary ?? []), ...parts].map(({ text }) => text as string));
    }
    if (item.type === 'function_call') choice.calls.push(callOf(item));
    choice.opaque.push(...opaqueIn(item));
  }
  choice.text = texts.join('\n\n');
  choice.reasoning = reasonings.join('\n\n');
}

function callOf(item: Loose): RawChoice['calls'][number] {
  return { name: item.name, args: item.arguments, id: item.call_id };
}

function opaqueIn(item: Loose): string[] {
  return item?.encrypted_content ? [item.encrypted_content] : [];
}

function finishOf({ status, incomplete_details: details }: Loose, hasCalls: boolean) {
  if (status === 'completed') return hasCalls ? 'tool_calls' : 'stop';
  if (status !== 'incomplete') return null;
  return details?.reason === 'content_filter' ? 'content_filter' : 'length';
}

function usageOf(usage: Loose): RawAnswer['usage'] {
  if (typeof usage?.input_tokens !== 'number') return null;
  const { input_tokens_details: prompt, output_tokens_details: made } = usage;
  return {
    prompt: usage.input_tokens,
    cacheRead: prompt?.cached_tokens ?? 0,
    cacheWrite: prompt?.cache_write_tokens ?? 0,
    completion: usage.output_tokens,
    reasoning: made?.reasoning_tokens ?? 0,
  };
}

/** Items of the assistant that follow each other are one turn. */
function turnsOf(body: Loose): RawTurn[] {
  const turns: RawTurn[] = [];
  for (const { role, parts } of responsesRequest(body).turns) {
    const turn = blankTurn(role as RawTurn['role']);
    for (const part of parts) addPart(turn, part);
    turns.push(turn);
  }
  return turns;
}

function addPart(turn: RawTurn, part: RawPart): void {
  if ('text' in part) turn.text += part.text;
  if ('call' in part) {
    const { name, args, id = null } = part.call;
    turn.calls.push({ name, args: JSON.stringify(args), id });
  }
  if ('result' in part) {
    const text = part.result.parts.map((one) => ('text' in one ? one.text : '')).join('');
    turn.results.push({ of: part.result.of, text });
  }
  if ('other' in part && part.other.encrypted) turn.opaque.push(part.other.encrypted as string);
}
