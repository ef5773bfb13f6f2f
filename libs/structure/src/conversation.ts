import { extendedBy, extensionOf } from '@tollgate/contract/extensions';
import type { AssistantMessage, Message, ToolCall } from '@tollgate/contract/chat';
import { GatewayError } from '@tollgate/contract/error-codes';
import type {
  AssistantItem,
  CustomToolCallItem,
  CustomToolCallOutputItem,
  FunctionCallItem,
  FunctionCallOutputItem,
  ReadItem,
  ReasoningItem,
  ResponsesRequest,
} from '@tollgate/contract/responses';
import { toArguments } from '@tollgate/contract/custom-tool';
import { flatNameOf } from '@tollgate/contract/flat-name';
import { extraFor } from './extended-reasoning.ts';
import { createResults } from './late-results.ts';
import type { Results } from './late-results.ts';
import { showsImages } from './made-images.ts';
import { markOf, systemContent, textContent, userContent } from './parts.ts';
import { plainItems } from './plain-items.ts';
import type { PlainItem } from './plain-items.ts';
import { giveBackCall, unpackReplayData } from './replay-data.ts';
import type { ReplayData } from './replay-data.ts';

/** The path in the request of a message of the conversation, for naming faults. */
export interface Origin {
  /** Such as `input[3]`, the first item of the message. */
  whole: string;
  /** The paths of single fields of the message, by their names there. */
  fields: Partial<
    Record<'content' | 'tool_calls' | 'extra_content' | 'reasoning_content' | 'phase', string>
  >;
}

/** The input as messages. */
export interface Conversation {
  messages: Message[];
  /** One for each message. */
  origins: Origin[];
}

/** The items of one turn of the assistant, which make one message. */
interface Turn {
  message: AssistantMessage;
  origin: Origin;
  calls: Map<string, { call: ToolCall; path: string }>;
  kept: ReplayData | null;
  /** The answer of ours that its items name; null when none does. */
  answer: string | null;
}

interface Reading extends Conversation {
  turn: Turn | null;
  /** Calls without a result so far: their ids and paths. */
  pending: Map<string, string>;
  items: readonly PlainItem[];
  results: Results;
}

/**
 * The conversation that a request holds. Reasoning, message and calls that follow each other are
 * one turn of the assistant; what a reasoning item carries for the provider goes back into it.
 * Results are paired with their calls by the id over the whole input, and follow the turn of their
 * calls.
 * @throws GatewayError 400 when calls and results do not fit together, or a reasoning item is not
 *   ours
 */
export function toConversation(request: ResponsesRequest): Conversation {
  const { instructions, input } = request;
  const items = typeof input === 'string' ? [] : plainItems(input, showsImages(request));
  const reading: Reading = {
    messages: [],
    origins: [],
    turn: null,
    pending: new Map(),
    items,
    results: createResults(items.map(({ item }) => (isResult(item) ? item.call_id : null))),
  };
  if (instructions) add(reading, { role: 'system', content: instructions }, 'instructions');
  if (typeof input === 'string') {
    add(reading, { role: 'user', content: input }, 'input');
  }
  for (const [position, { item, path, endsTurn }] of items.entries()) {
    if (reading.results.isTaken(position)) continue;
    if (endsTurn === true) closeTurn(reading);
    read(reading, item, { path, next: items[position + 1]?.item });
  }
  closeTurn(reading);
  readLateResults(reading);
  return { messages: reading.messages, origins: reading.origins };
}

/** The path of an item in the request, and the item that follows it. */
interface ItemPosition {
  path: string;
  next: ReadItem | undefined;
}

function read(reading: Reading, item: ReadItem, { path, next }: ItemPosition): void {
  if ('role' in item) {
    if (item.role === 'assistant') return readAssistant(reading, item, path);
    closeTurn(reading);
    readLateResults(reading);
    const extension = { ...markOf(item), ...extensionOf(item) };
    return item.role === 'user'
      ? add(reading, { role: 'user', content: userContent(item.content), ...extension }, path)
      : add(reading, { role: 'system', content: systemContent(item.content), ...extension }, path);
  }
  if (item.type === 'reasoning') return readReasoning(reading, item, { path, next });
  if (item.type === 'function_call' || item.type === 'custom_tool_call') {
    return readCall(reading, item, path);
  }
  return readResult(reading, item, path);
}

function add(reading: Reading, message: Message, path: string): void {
  reading.messages.push(message);
  const content = typeof message.content === 'string' ? path : `${path}.content`;
  reading.origins.push({ whole: path, fields: path === 'instructions' ? {} : { content } });
}

/**
 * The turn that an item belongs to; a new one when there is none, or when it cannot take the item.
 */
function turnFor(reading: Reading, path: string, takes: (turn: Turn) => boolean): Turn {
  if (reading.turn !== null && takes(reading.turn)) return reading.turn;
  closeTurn(reading);
  readLateResults(reading);
  const turn: Turn = {
    message: { role: 'assistant', content: null },
    origin: { whole: path, fields: {} },
    calls: new Map(),
    kept: null,
    answer: null,
  };
  reading.turn = turn;
  return turn;
}

/** A turn has one text, unless it has calls: between calls a model may speak again. */
function readAssistant(reading: Reading, item: AssistantItem, path: string): void {
  const { content } = item;
  const turn = turnFor(reading, path, ({ calls, message }) => calls.size > 0 || isSilent(message));
  turn.message = extendedBy(turn.message, item);
  const { message, origin } = turn;
  turn.answer ??= answerOf(item);
  Object.assign(message, markOf(item));
  const said = textContent(content);
  message.content = isSilent(message) ? said.text : joined(message.content, said.text);
  if (said.refusal !== null) message.refusal = (message.refusal ?? '') + said.refusal;
  origin.fields.content ??= `${path}.content`;
  if (item.phase == null) return;
  message.phase = item.phase;
  origin.fields.phase = `${path}.phase`;
}

function isSilent({ content, refusal }: AssistantMessage): boolean {
  return content === null && refusal === undefined;
}

type Content = Exclude<AssistantMessage['content'], undefined>;

function joined(before: Content | undefined, more: Content): Content {
  return [...partsOf(before), ...partsOf(more)];
}

function partsOf(content: Content | undefined): Exclude<Content, string | null> {
  if (content === null || content === undefined) return [];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/**
 * Reasoning that a stream has sent after a turn is of that turn: nothing that the model has made
 * follows it, or its id names the same answer.
 */
function readReasoning(reading: Reading, item: ReasoningItem, { path, next }: ItemPosition): void {
  const turn = turnFor(reading, path, ({ answer }) => !isMade(next) || isOfAnswer(answer, item));
  turn.answer ??= answerOf(item);
  const kept = keptBy(item, path);
  const field = `${path}.encrypted_content`;
  Object.assign(turn.origin.fields, { extra_content: field, reasoning_content: field });
  const reasoning = kept === null ? wordsOf(item) : kept.reasoning;
  const { message } = turn;
  if (reasoning) message.reasoning_content = (message.reasoning_content ?? '') + reasoning;
  if (kept?.extra !== undefined) message.extra_content = extraFor(kept.extra, item);
  if (kept?.calls !== undefined) turn.kept = kept;
}

function wordsOf({ content, summary }: ReasoningItem): string {
  const reported = content?.length ? content : (summary ?? []);
  return reported.map(({ text }) => text).join('');
}

function isMade(item: ReadItem | undefined): boolean {
  if (item === undefined) return false;
  return 'role' in item ? item.role === 'assistant' : !isResult(item);
}

type ResultItem = FunctionCallOutputItem | CustomToolCallOutputItem;

function isResult(item: ReadItem): item is ResultItem {
  return item.type === 'function_call_output' || item.type === 'custom_tool_call_output';
}

const ITEM_OF_OURS = /^(?:rs|msg|fc|ctc|lsh|sh|apc|tsc)_([0-9a-f]{32})/;

/** The answer that an item of ours names in its id; null for an id of somebody else. */
function answerOf({ id }: { id?: string | null }): string | null {
  return ITEM_OF_OURS.exec(id ?? '')?.[1] ?? null;
}

function isOfAnswer(answer: string | null, item: ReasoningItem): boolean {
  return answer !== null && answer === answerOf(item);
}

function keptBy({ encrypted_content: sealed }: ReasoningItem, path: string): ReplayData | null {
  if (sealed === null || sealed === undefined) return null;
  const kept = unpackReplayData(sealed);
  if (kept === null) {
    throw fault(
      `${path}.encrypted_content`,
      'was not made here, or was changed: hand reasoning items back as they came',
    );
  }
  return kept;
}

function readCall(
  reading: Reading,
  item: FunctionCallItem | CustomToolCallItem,
  path: string,
): void {
  const turn = turnFor(reading, path, () => true);
  const { calls, origin } = turn;
  turn.answer ??= answerOf(item);
  const { call_id: id } = item;
  const isCustom = item.type === 'custom_tool_call';
  const name = flatNameOf(item.name, item.namespace);
  const made = { name, arguments: isCustom ? toArguments(item.input) : item.arguments };
  if (calls.has(id)) throw fault(`${path}.call_id`, 'stands twice in one turn');
  const call: ToolCall = { id, type: 'function', function: made, ...extensionOf(item) };
  calls.set(id, { call, path });
  origin.fields.tool_calls ??= path;
}

function readResult(reading: Reading, item: ResultItem, path: string): void {
  closeTurn(reading);
  const { call_id: id } = item;
  if (!reading.pending.delete(id)) {
    throw fault(`${path}.call_id`, 'answers no open call before it: send the call too');
  }
  reading.results.take(id);
  addResult(reading, item, path);
}

/** The results of open calls that come after other items. */
function readLateResults(reading: Reading): void {
  const { pending, results, items } = reading;
  for (const [id, path] of pending) {
    const position = results.take(id);
    const found = position === undefined ? undefined : items[position];
    if (found === undefined || !isResult(found.item)) {
      throw fault(`${path}.call_id`, 'has no output in the input: send the output of each call');
    }
    addResult(reading, found.item, found.path);
  }
  pending.clear();
}

function addResult(reading: Reading, item: ResultItem, path: string): void {
  const { call_id: id, output } = item;
  const content = userContent(output);
  const beside = { ...markOf(item), ...extensionOf(item) };
  reading.messages.push({ role: 'tool', tool_call_id: id, content, ...beside });
  reading.origins.push({ whole: path, fields: { content: `${path}.output` } });
}

function closeTurn(reading: Reading): void {
  const { turn } = reading;
  if (turn === null) return;
  const { message, calls, kept, origin } = turn;
  for (const { id, extra } of kept?.calls ?? []) {
    const known = calls.get(id);
    if (known === undefined) {
      throw fault(
        origin.fields.extra_content ?? origin.whole,
        'belongs to calls that do not follow it: hand all items of a turn back in their order',
      );
    }
    giveBackCall(known.call, { extra });
  }
  if (calls.size > 0) message.tool_calls = [...calls.values()].map(({ call }) => call);
  else if (isSilent(message)) message.content = '';
  reading.messages.push(message);
  reading.origins.push(origin);
  for (const [id, { path }] of calls) reading.pending.set(id, path);
  reading.turn = null;
}

function fault(param: string, words: string): GatewayError {
  return new GatewayError('invalid_request', `${param} ${words}.`, { param });
}
