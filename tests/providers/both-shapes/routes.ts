import type { MappedAnswer, MappedEvent } from '@tollgate/providers/adapter/adapter';
import type { ChatChunkChoice } from '@tollgate/contract/chat';
import { parseExactJson } from '@tollgate/contract/exact-json';
import { toCompletion } from '@tollgate/inference/dispatch/answer';
import { withKeptArguments } from '@tollgate/inference/dispatch/kept-arguments';
import { toMessagesDocument } from '@tollgate/inference/messages/messages-document';
import { messagesEncoder } from '@tollgate/inference/messages/messages-encoder';
import { sealThinking } from '@tollgate/inference/messages/thinking';
import { createMessagesFrames } from '@tollgate/inference/messages/stream-frames';
import { createResponseFrames } from '@tollgate/inference/responses/stream-frames';
import { sealReasoningItems } from '@tollgate/inference/seals/reasoning-seal';
import type { ReasoningSeals } from '@tollgate/inference/seals/reasoning-seal';
import { toResponse } from '@tollgate/inference/responses/response-document';
import { responseEncoder } from '@tollgate/inference/responses/response-encoder';
import { settlementOf } from '@tollgate/inference/money/settle';
import { chatEncoder } from '@tollgate/inference/dispatch/stream-encoder';
import type { StreamEncoder } from '@tollgate/inference/dispatch/stream-encoder';
import type { Loose } from './shape.ts';

/**
 * What a caller of one route has in the end, in the same words for a whole answer and for a stream.
 */
export interface Received {
  text: string;
  refusal: string;
  reasoning: string;
  calls: { id: string; name: string; given: unknown }[];
  finish: unknown;
  usage: unknown;
  /** What has to come back, sealed: seals of this test seal nothing. */
  kept: string[];
}

const OP_ID = '019b76da-a800-7000-8000-000000000001';
const CREATED_MS = 1_999;
const PRICES = {
  input: 1_000n,
  cache_read: 100n,
  cache_write: 1_250n,
  output: 4_000n,
  web_search: 10_000_000_000n,
  code_execution: 0n,
};
const asked = { model: 'alias', input: 'hi', stream: true };
/**
 * What encoders and documents read of a plan; nothing else of a call is needed to tell its answer.
 */
const plan = {
  opId: OP_ID,
  attempt: 1,
  target: { publicId: 'p/m', price: { id: 'price', prices: PRICES, upliftBp: 0 } },
  resolved: { name: 'alias' },
  caller: { key: { ownerId: 'user' } },
  request: { stream_options: { include_usage: true } },
  estimate: { amount: 1n, usage: {} },
  images: 0,
  maxCredits: null,
  origins: [],
  asked,
} as unknown as Parameters<typeof toResponse>[0] & Parameters<typeof messagesEncoder>[1];
const seals = { seal: (data: string) => Promise.resolve(data) } as unknown as ReasoningSeals;

/** The routes on which an answer is received. */
export const ROUTES: Readonly<Record<string, Route>> = {
  chat: {
    whole: (answer, usage) => {
      const choices = withKeptArguments(answer.choices);
      return toCompletion(plan, { ...answer, choices }, { usage, createdMs: CREATED_MS });
    },
    encoder: () => chatEncoder(plan, { at: new Date(CREATED_MS) }),
    fromWhole: ({ choices: [choice], usage }) =>
      fromMessage(choice.message, choice.finish_reason, usage),
    fromStream: fromChunks,
  },
  responses: {
    whole: (answer, usage) =>
      sealReasoningItems(
        seals,
        toResponse(plan, answer, { usage, createdMs: CREATED_MS }),
        SEALED_FOR,
      ),
    encoder: () =>
      responseEncoder(
        {
          seals,
          streamFrames: createResponseFrames(asked, { opId: OP_ID, createdMs: CREATED_MS }),
        },
        plan,
        CREATED_MS,
      ),
    fromWhole: (document) => fromItems(document['output'], document),
    fromStream: fromItemEvents,
  },
  messages: {
    whole: (answer, usage) =>
      sealThinking(seals, toMessagesDocument(plan, answer, { usage }), SEALED_FOR),
    encoder: () =>
      messagesEncoder({ seals, streamFrames: createMessagesFrames(asked, { opId: OP_ID }) }, plan),
    fromWhole: ({ content, stop_reason: finish, usage }) => fromBlocks(content, finish, usage),
    fromStream: fromBlockEvents,
  },
};

const SEALED_FOR = { userId: 'user', models: ['alias', 'p/m'] };

interface Route {
  whole(answer: MappedAnswer, usage: Loose): unknown;
  encoder(): StreamEncoder;
  fromWhole(document: Loose): Received;
  fromStream(events: readonly Loose[]): Received;
}

/** What a call is charged by a report of usage, in nano-credits. */
export function chargeOf(usage: Loose | null): string | null {
  const consumption = { usage: usage ?? {}, source: 'provider' as const, partial: false };
  return settlementOf(plan, consumption)?.item.cost_nano ?? null;
}

/** What a caller has of an answer that is sent whole. */
export async function receivedWhole(route: Route, answer: MappedAnswer): Promise<Received> {
  const document = await route.whole(answer, { ...answer.usage });
  return route.fromWhole(parseExactJson(JSON.stringify(document)) as Loose);
}

/** What a caller puts together of an answer that is streamed, as official clients do. */
export async function receivedStreamed(
  route: Route,
  events: readonly MappedEvent[],
  usage: Loose,
): Promise<Received> {
  const encoder = route.encoder();
  const frames: string[] = [];
  for (const event of events) {
    if (event.kind !== 'choices') continue;
    frames.push(await encoder.encode([event.choices as ChatChunkChoice[]]));
  }
  frames.push(await encoder.close(usage));
  const data = [...frames.join('').matchAll(/^data: (\{.*\})$/gmu)];
  return route.fromStream(data.map(([, json = '']) => JSON.parse(json) as Loose));
}

/**
 * Arguments as they are meant, with every digit of whole numbers; a text that is no JSON as it
 * stands.
 */
function given(text: unknown): unknown {
  try {
    return parseExactJson(String(text));
  } catch {
    return text;
  }
}

function fromMessage(message: Loose, finish: unknown, usage: unknown): Received {
  return {
    text: message['content'] ?? '',
    refusal: message['refusal'] ?? '',
    reasoning: message['reasoning_content'] ?? '',
    calls: ((message['tool_calls'] ?? []) as Loose[]).map((call) => ({
      id: call['id'],
      name: call['function'].name,
      given: given(call['function'].arguments),
    })),
    finish,
    usage,
    kept: [message, ...((message['tool_calls'] ?? []) as Loose[])].map((one) =>
      JSON.stringify(plain(one['extra_content'] ?? null)),
    ),
  };
}

function fromChunks(chunks: readonly Loose[]): Received {
  const message: Loose = { tool_calls: [] };
  let finish: unknown = null;
  let usage: unknown = null;
  for (const chunk of chunks) {
    usage = chunk['usage'] ?? usage;
    const choice = (chunk['choices'] as Loose[]).find(({ index }) => index === 0);
    finish = choice?.['finish_reason'] ?? finish;
    if (choice !== undefined) addDelta(message, choice['delta'] as Loose);
  }
  return fromMessage(message, finish, usage);
}

function addDelta(message: Loose, delta: Loose): void {
  for (const name of ['content', 'refusal', 'reasoning_content']) {
    if (delta[name]) message[name] = (message[name] ?? '') + delta[name];
  }
  addExtra(message, delta);
  for (const call of (delta['tool_calls'] ?? []) as Loose[]) {
    const calls = message['tool_calls'] as Loose[];
    const known = (calls[call['index']] ??= { function: { name: '', arguments: '' } });
    known['id'] ??= call['id'];
    known['function'].name += call['function']?.name ?? '';
    known['function'].arguments += call['function']?.arguments ?? '';
    addExtra(known, call);
  }
}

function addExtra(to: Loose, { extra_content: extra }: Loose): void {
  if (extra) to['extra_content'] = { ...to['extra_content'], ...extra };
}

function fromItems(items: Loose[], response: Loose): Received {
  const parts = items
    .filter(({ type }) => type === 'message')
    .flatMap(({ content }) => content as Loose[]);
  const reasoning = items.filter(({ type }) => type === 'reasoning');
  return {
    text: parts.map((part) => part['text'] ?? '').join(''),
    refusal: parts.map((part) => part['refusal'] ?? '').join(''),
    reasoning: reasoning
      .flatMap((item) => [...(item['summary'] ?? []), ...(item['content'] ?? [])] as Loose[])
      .map((part) => part['text'])
      .join(''),
    calls: items
      .filter(({ type }) => type === 'function_call')
      .map((item) => ({
        id: item['call_id'],
        name: item['name'],
        given: given(item['arguments']),
      })),
    finish: [response['status'], response['incomplete_details']],
    usage: response['usage'],
    kept: keptIn(reasoning.map((item) => item['encrypted_content'])),
  };
}

function fromItemEvents(events: readonly Loose[]): Received {
  const items: Loose[] = [];
  let response: Loose = {};
  for (const event of events) {
    if (event['type'] === 'response.output_item.done') items[event['output_index']] = event['item'];
    if (event['response'] !== undefined) response = event['response'];
  }
  // The last event has the whole document as well: clients that read the items have the same as
  // those that read it.
  const received = fromItems(items, response);
  expect(received).toEqual(fromItems(response['output'], response));
  return received;
}

function fromBlocks(blocks: Loose[], finish: unknown, usage: unknown): Received {
  return {
    text: blocks.map((block) => (block['type'] === 'text' ? block['text'] : '')).join(''),
    refusal: '',
    reasoning: blocks.map((block) => block['thinking'] ?? '').join(''),
    calls: blocks
      .filter(({ type }) => type === 'tool_use')
      .map((block) => ({
        id: block['id'],
        name: block['name'],
        given: given(JSON.stringify(block['input'])),
      })),
    finish,
    usage,
    kept: keptIn(blocks.map((block) => block['signature'] ?? block['data'])),
  };
}

function fromBlockEvents(events: readonly Loose[]): Received {
  const blocks: Loose[] = [];
  let end: Loose = {};
  for (const { type, index, content_block: block, delta, ...event } of events) {
    if (type === 'content_block_start') blocks[index] = { ...block, json: '' };
    const open = blocks[index];
    if (type === 'message_delta') end = { ...delta, usage: event['usage'] };
    if (type !== 'content_block_delta' || open === undefined) continue;
    for (const name of ['text', 'thinking', 'signature']) {
      if (delta[name] !== undefined) open[name] = (open[name] ?? '') + delta[name];
    }
    open['json'] += delta.partial_json ?? '';
  }
  const whole = blocks.map(({ json, ...block }) =>
    block['type'] === 'tool_use' ? { ...block, input: parsed(json) } : block,
  );
  return fromBlocks(whole, end['stop_reason'], end['usage']);
}

function parsed(json: string): unknown {
  // Arguments that were cut off stand as they came; a whole answer has them in an object.
  if (json !== '' && given(json) === json) return { unreadable_arguments: json };
  return json === '' ? {} : parseExactJson(json);
}

/**
 * What was sealed, taken together: a stream may seal in two parts what a whole answer seals in one.
 */
function keptIn(sealed: unknown[]): string[] {
  const parts = sealed
    .filter((one) => typeof one === 'string' && one !== '')
    .map((one) => JSON.parse(Buffer.from(String(one), 'base64url').toString()) as Loose);
  const whole: Loose = {};
  for (const part of parts) Object.assign(whole, part);
  return Object.keys(whole).length === 0 ? [] : [JSON.stringify(plain(whole))];
}

/** Members in the order of their names, and texts that a stream has cut put together again. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return joined(value as unknown[]).map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, plain(member)]),
  );
}

function joined(parts: unknown[]): unknown[] {
  const made: unknown[] = [];
  for (const part of parts as Loose[]) {
    const last = made.at(-1) as Loose | undefined;
    const isMore = typeof part?.['text'] === 'string' && typeof last?.['text'] === 'string';
    const isSame =
      isMore && part['thought'] === last['thought'] && last['thoughtSignature'] === undefined;
    if (isSame && part['type'] === last['type'])
      made[made.length - 1] = { ...last, ...part, text: last['text'] + part['text'] };
    else made.push(part);
  }
  return made;
}
