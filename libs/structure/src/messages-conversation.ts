import type {
  AssistantMessage,
  CacheControl,
  Message,
  ToolCall,
  ToolMessage,
  UserContentPart,
  UserMessage,
} from '@tollgate/contract/chat';
import { GatewayError } from '@tollgate/contract/error-codes';
import type {
  AssistantBlock,
  CountTokensRequest,
  DocumentBlock,
  ImageBlock,
  MessagesTurn,
  RedactedThinkingBlock,
  TextBlock,
  ThinkingBlock,
  ToolResultBlock,
  UserBlock,
} from '@tollgate/contract/messages';
import type { Origin } from './conversation.ts';
import { giveBackCall } from './replay-data.ts';
import { documentText } from './text-files.ts';
import type { ReplayData } from './replay-data.ts';

/** Thinking in the hands of a caller. */
export type ThinkingOrRedacted = ThinkingBlock | RedactedThinkingBlock;

/**
 * The contents of the thinking blocks of a request that were sealed here, by their blocks; null for
 * another model's block, which goes nowhere.
 */
export type OpenedThinking = ReadonlyMap<ThinkingOrRedacted, ReplayData | null>;

/** A request to `/v1/messages` as messages of chat. */
export interface MessagesConversation {
  messages: Message[];
  /** The paths of each message in the request. */
  origins: Origin[];
  /** Thinking that another model has signed: they go back to that model only. */
  foreign: ThinkingOrRedacted[];
}

/**
 * The conversation of a request in the messages of the chat route. Results of tools come first in
 * their turn, since every provider wants them right behind the calls.
 * @throws GatewayError 400 for a turn without content
 */
export function toChatMessages(
  { system, messages: turns }: CountTokensRequest,
  opened: OpenedThinking,
): MessagesConversation {
  const made: MessagesConversation = { messages: [], origins: [], foreign: [] };
  if (system && system.length > 0) {
    add(made, { role: 'system', content: contentOf(system) }, { whole: 'system' });
  }
  for (const [at, turn] of turns.entries()) addTurn(made, turn, { at, opened });
  return made;
}

function add(
  { messages, origins }: MessagesConversation,
  message: Message,
  { whole, fields = {} }: { whole: string; fields?: Origin['fields'] },
): void {
  messages.push(message);
  origins.push({ whole, fields });
}

function addTurn(
  made: MessagesConversation,
  turn: MessagesTurn,
  { at, opened }: { at: number; opened: OpenedThinking },
): void {
  const path = `messages[${at}]`;
  const field = `${path}.content`;
  switch (turn.role) {
    case 'system':
      return add(
        made,
        { role: 'system', content: contentOf(turn.content) },
        { whole: path, fields: { content: field } },
      );
    case 'assistant':
      return addAnswer(made, turn.content, { path, opened });
    case 'user':
      return addUser(made, turn.content, path);
  }
}

function addUser(made: MessagesConversation, content: string | UserBlock[], path: string): void {
  const field = `${path}.content`;
  if (content.length === 0) throw empty(field);
  if (typeof content === 'string') {
    return add(made, { role: 'user', content }, { whole: path, fields: { content: field } });
  }
  for (const [at, block] of content.entries()) {
    if (block.type !== 'tool_result') continue;
    const one = `${field}[${at}]`;
    add(made, toResult(block), { whole: one, fields: { content: `${one}.content` } });
  }
  const said = content.filter((block) => block.type !== 'tool_result');
  if (said.length > 0) {
    const parts = toParts(said);
    add(made, { role: 'user', content: parts }, { whole: path, fields: { content: field } });
  }
}

function toResult(block: ToolResultBlock): ToolMessage {
  const { tool_use_id: id, content, is_error: failed, cache_control: mark } = block;
  return {
    role: 'tool',
    tool_call_id: id,
    content: typeof content === 'string' || !content ? (content ?? '') : toParts(content),
    ...(failed === true ? { is_error: true as const } : {}),
    ...markOf(mark),
  };
}

/** One plain text stays a text, because every provider takes those. */
function toParts(blocks: readonly SaidBlock[]): UserMessage['content'] {
  const [first] = blocks;
  if (blocks.length === 1 && first?.type === 'text' && !first.cache_control) return first.text;
  return blocks.length === 0 ? '' : blocks.flatMap(partsOf);
}

type SaidBlock = TextBlock | ImageBlock | DocumentBlock;

function partsOf(block: SaidBlock): UserContentPart[] {
  return block.type === 'document' ? documentParts(block) : [toPart(block)];
}

/**
 * A PDF as a file, texts as texts that say how the document is called, pictures within as pictures.
 */
function documentParts(block: DocumentBlock): UserContentPart[] {
  const { source, title, context } = block;
  const mark = markOf(block.cache_control);
  const about: UserContentPart[] = context ? [{ type: 'text', text: context }] : [];
  const text = textOf(source);
  if (text !== null) return [...about, { type: 'text', text: documentText(text, title), ...mark }];
  if (source.type === 'content') {
    const parts = typeof source.content === 'string' ? [] : source.content.map(toPart);
    const named: UserContentPart[] = title ? [{ type: 'text', text: title }] : [];
    const all = [...about, ...named, ...parts];
    return all.map((part, at) => (at === all.length - 1 ? { ...part, ...mark } : part));
  }
  if (source.type === 'text') return about;
  const file_data = urlOf(source);
  const filename = title ? { filename: title } : {};
  return [...about, { type: 'file', file: { file_data, ...filename }, ...mark }];
}

function urlOf(source: { type: 'url'; url: string } | Base64): string {
  return source.type === 'url' ? source.url : `data:${source.media_type};base64,${source.data}`;
}

interface Base64 {
  type: 'base64';
  media_type: string;
  data: string;
}

/** The text that a document is; null for pages and for lists. */
function textOf(source: DocumentBlock['source']): string | null {
  if (source.type === 'text') return source.data;
  return source.type === 'content' && typeof source.content === 'string' ? source.content : null;
}

function toPart(block: TextBlock | ImageBlock): UserContentPart {
  const mark = markOf(block.cache_control);
  if (block.type === 'text') return { type: 'text', text: block.text, ...mark };
  return { type: 'image_url', image_url: { url: urlOf(block.source) }, ...mark };
}

function contentOf(content: string | readonly TextBlock[]): string | TextPart[] {
  if (typeof content === 'string') return content;
  const [first] = content;
  if (content.length === 1 && first && !first.cache_control) return first.text;
  return content.length === 0 ? '' : content.map(toText);
}

interface TextPart {
  type: 'text';
  text: string;
  cache_control?: CacheControl;
}

function toText({ text, cache_control: mark }: TextBlock): TextPart {
  return { type: 'text', text, ...markOf(mark) };
}

function markOf(mark: CacheControl | null | undefined): { cache_control?: CacheControl } {
  return mark ? { cache_control: mark } : {};
}

function addAnswer(
  made: MessagesConversation,
  content: string | AssistantBlock[],
  { path, opened }: { path: string; opened: OpenedThinking },
): void {
  const field = `${path}.content`;
  if (typeof content === 'string') {
    return add(made, { role: 'assistant', content }, { whole: path, fields: { content: field } });
  }
  const blocks = [...content.entries()];
  // An empty text says nothing, such as one that replaces what no other provider can read.
  const texts = content
    .filter((block) => block.type === 'text')
    .filter(({ text, cache_control: mark }) => text !== '' || Boolean(mark));
  const uses = blocks.flatMap(([at, block]) => (block.type === 'tool_use' ? [{ at, block }] : []));
  const thinking = content.filter(isThinking);
  const kept = thinking.flatMap((block) => opened.get(block) ?? []);
  made.foreign.push(...thinking.filter((block) => !opened.has(block)));
  const calls = uses.map(({ block }): ToolCall => {
    const { id, name, input } = block;
    return { id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
  });
  // A message has one mark: the one that costs most, so that none is kept for longer than was
  // priced.
  const marks = uses.flatMap(({ block }) => block.cache_control ?? []);
  const mark = marks.find(({ ttl }) => ttl === '1h') ?? marks.at(-1);
  const message: AssistantMessage = {
    role: 'assistant',
    content: texts.length === 0 && calls.length > 0 ? null : contentOf(texts),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...markOf(mark),
  };
  for (const one of kept) giveBack(message, one);
  const [first] = uses;
  const fields: Origin['fields'] = {
    content: field,
    extra_content: field,
    reasoning_content: field,
    ...(first === undefined ? {} : { tool_calls: `${field}[${first.at}]` }),
  };
  add(made, message, { whole: path, fields });
}

function isThinking(block: AssistantBlock): block is ThinkingOrRedacted {
  return block.type === 'thinking' || block.type === 'redacted_thinking';
}

/**
 * What the model wants back of its own answer. Calls that the caller has left out have nothing to
 * come back to.
 */
function giveBack(message: AssistantMessage, { reasoning, extra, calls = [] }: ReplayData): void {
  if (reasoning) message.reasoning_content = (message.reasoning_content ?? '') + reasoning;
  if (extra !== undefined) message.extra_content = extra;
  for (const { id, extra: kept } of calls) {
    const call = message.tool_calls?.find((one) => one.id === id);
    if (call !== undefined) giveBackCall(call, { extra: kept });
  }
}

function empty(param: string): GatewayError {
  return new GatewayError('invalid_request', `${param} must not be empty.`, { param });
}
