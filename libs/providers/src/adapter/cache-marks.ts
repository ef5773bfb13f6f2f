import type {
  AssistantMessage,
  CacheControl,
  CacheTtl,
  ChatRequest,
  Message,
} from '@tollgate/contract/chat';
import type { RequestContract } from '@tollgate/contract/request-contract';
import { isCallerData } from '@tollgate/contract/unknown-fields';
import { asList, asObject, isObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { Refusal } from './refusal.ts';

/** The most marks of one request; the same for every provider that takes marks. */
const CACHE_MARKS_MAX = 4;

/** A tool, a part of a message or a whole message, which may carry a mark. */
export interface Markable {
  type?: string;
  role?: string;
  text?: string;
  cache_control?: CacheControl | null;
}

interface CacheMark {
  /** The field of the request. */
  param: string;
  /** One of {@link CacheTtl} where the request was checked. */
  ttl: unknown;
}

/**
 * The marks of a request in the order in which providers read a prompt: tools, system messages,
 * everything else.
 */
function marksIn({ tools, messages }: ChatRequest): CacheMark[] {
  const placed = messages.map((message, at) => ({ message, path: `messages[${at}]` }));
  const isSystem = ({ message }: { message: Message }): boolean => message.role === 'system';
  return [
    ...(tools ?? []).flatMap((tool, at) => markOf(tool, `tools[${at}]`)),
    ...placed.filter(isSystem).flatMap(marksOfMessage),
    ...placed.filter((one) => !isSystem(one)).flatMap(marksOfMessage),
  ];
}

function marksOfMessage({ message, path }: { message: Message; path: string }): CacheMark[] {
  const { content } = message;
  const parts: readonly Markable[] = Array.isArray(content) ? content : [];
  return [
    ...parts.flatMap((part, at) => markOf(part, `${path}.content[${at}]`)),
    ...markOf(message, path),
  ];
}

function markOf(one: Markable, path: string): CacheMark[] {
  const { cache_control: mark } = one;
  if (mark === undefined || mark === null || isBlank(one)) return [];
  return [{ param: `${path}.cache_control`, ttl: mark.ttl ?? '5m' }];
}

/** Providers take no text of blanks alone, so such a text cannot carry a mark. */
function isBlank({ text }: Markable): boolean {
  return text?.trim() === '';
}

/**
 * The refusal of a mark that asks for a longer time than the contract of a model allows; null when
 * no mark does. Models that take no marks never see any.
 */
export function checkMarks({ parameters }: RequestContract, request: ChatRequest): Refusal | null {
  const { supported = false, values } = parameters['cache_control'] ?? {};
  return !supported || values === undefined ? null : unpricedMark(marksIn(request), values);
}

/** The time that the price of every model with marks covers. */
const TTL_ALWAYS_PRICED: CacheTtl = '5m';

/**
 * The refusal of a mark anywhere in a body of the Messages API that goes as it came: one for a time
 * that the contract does not allow, one too many, or one out of order. A contract that supports no
 * marks allows the time that every price covers, because the body keeps its marks.
 * @param body of JSON, nested no deeper than a body may be
 */
export function checkMarksInBody(
  { parameters }: Pick<RequestContract, 'parameters'>,
  body: JsonObject,
): Refusal | null {
  const { supported = false, values } = parameters['cache_control'] ?? {};
  const allowed = supported ? values : undefined;
  const marks = marksInBody(body);
  return unpricedMark(marks, allowed ?? [TTL_ALWAYS_PRICED]) ?? faultOf(marks);
}

function unpricedMark(marks: readonly CacheMark[], values: readonly unknown[]): Refusal | null {
  const refused = marks.find(({ ttl }) => !values.includes(ttl));
  if (refused === undefined) return null;
  const allowed = values.map((value) => JSON.stringify(value)).join(', ');
  return {
    param: `${refused.param}.ttl`,
    message: `This model keeps a prompt for ${allowed} only.`,
  };
}

/**
 * Why a provider would refuse the marks of a request although each alone is allowed; null when the
 * provider takes them.
 */
export function unfitMarks(request: ChatRequest): Refusal | null {
  return faultOf(marksIn(request));
}

function faultOf(marks: readonly CacheMark[]): Refusal | null {
  const surplus = marks[CACHE_MARKS_MAX];
  if (surplus !== undefined) {
    const message = `This model takes cache_control in ${CACHE_MARKS_MAX} places of a request at most; there are ${marks.length}.`;
    return { param: surplus.param, message };
  }
  const short = marks.findIndex(({ ttl }) => ttl === '5m');
  const late = marks.find(({ ttl }, at) => ttl === '1h' && short >= 0 && at > short);
  if (late === undefined) return null;
  return {
    param: `${late.param}.ttl`,
    message:
      'What is kept for 1h has to stand before what is kept for 5m: first tools, then system messages, then the rest.',
  };
}

/** The request without marks; the same object when it has none. */
export function withoutMarks(request: ChatRequest): ChatRequest {
  const { tools, messages } = request;
  if (!(tools ?? []).some(isMarked) && !messages.some(hasMark)) return request;
  return {
    ...request,
    messages: messages.map(unmarkedMessage),
    ...(tools ? { tools: tools.map(unmarked) } : {}),
  };
}

function isMarked(one: Markable): boolean {
  return one.cache_control !== undefined;
}

function hasMark(message: Message): boolean {
  const parts: readonly Markable[] = Array.isArray(message.content) ? message.content : [];
  return isMarked(message) || parts.some(isMarked);
}

/** A message without its own mark and those of its parts. */
export function unmarkedMessage(message: Message): Message {
  if (!hasMark(message)) return message;
  const { content } = message;
  const rest = unmarked(message);
  if (!Array.isArray(content)) return rest;
  const parts: readonly Markable[] = content;
  return { ...rest, content: parts.map(unmarked) } as Message;
}

/** The tool, part or message without its mark. */
export function unmarked<One extends Markable>(one: One): One {
  if (one.cache_control === undefined) return one;
  const { cache_control: _, ...rest } = one;
  return rest as One;
}

/** The mark, unless it marks a text of blanks, where providers refuse it. */
export function sendableMark(one: Markable): CacheControl | undefined {
  return isBlank(one) ? undefined : (one.cache_control ?? undefined);
}

/** The mark of the last part that has one, for wires where only the whole can be marked. */
export function lastMark(content: Message['content']): CacheControl | undefined {
  const parts: readonly Markable[] = Array.isArray(content) ? content : [];
  return parts.map(sendableMark).findLast((mark) => mark !== undefined);
}

/** Moves the mark of a whole message to its last part; a message without parts loses its mark. */
export function markedAtEnd<One extends Message>(message: One): One {
  const { cache_control: mark, ...rest } = message;
  if (mark === undefined || mark === null) return message;
  const { content } = message;
  const parts: readonly Markable[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  const last = parts.length - 1;
  const marked = parts.map((part, at) => (at === last ? { ...part, cache_control: mark } : part));
  return { ...rest, content: parts.length === 0 ? content : marked } as unknown as One;
}

/**
 * The mark of an assistant's message as a whole. When the content goes back as it came, its parts
 * are no blocks of their own, so the message takes the last mark of its parts.
 */
export function markOfAnswer(message: AssistantMessage, isKept: boolean): CacheControl | undefined {
  return message.cache_control ?? (isKept ? lastMark(message.content) : undefined);
}

/**
 * For how long the gateway has the prompts of a model kept whose callers set no mark: the default
 * of the contract's rule for marks, where the rule allows that time. Undefined: it sets no marks.
 */
export function ownTtl({ parameters }: Pick<RequestContract, 'parameters'>): CacheTtl | undefined {
  const { supported = false, values, default: ttl } = parameters['cache_control'] ?? {};
  if (!supported || (ttl !== '5m' && ttl !== '1h')) return undefined;
  return values?.includes(ttl) === false ? undefined : ttl;
}

/**
 * The request with marks of ours on its last system message, behind tools and rules, and on its
 * last turn of a caller, where it has no mark; else as it is.
 * @param ttl undefined: no marks
 */
export function withOwnMarks(request: ChatRequest, ttl: CacheTtl | undefined): ChatRequest {
  if (ttl === undefined || marksIn(request).length > 0) return request;
  const { messages } = request;
  const marked = new Set([
    messages.findLastIndex(({ role }) => role === 'system'),
    messages.findLastIndex(({ role }) => role === 'user' || role === 'tool'),
  ]);
  const mark = markFor(ttl);
  return {
    ...request,
    messages: messages.map((message, at) =>
      marked.has(at) ? { ...message, cache_control: mark } : message,
    ),
  };
}

/** {@link withOwnMarks} for the body of a Messages request that goes as it came. */
export function withOwnMarksInBody(body: JsonObject, ttl: CacheTtl | undefined): JsonObject {
  if (ttl === undefined || marksInBody(body).length > 0) return body;
  const mark = markFor(ttl);
  const { system, messages } = body;
  const turns = Array.isArray(messages) ? (messages as readonly unknown[]) : [];
  const last = turns.findLastIndex((turn) => asObject(turn)['role'] === 'user');
  return {
    ...body,
    ...(system === undefined ? {} : { system: markedBlocks(system, mark) }),
    messages: turns.map((turn, at) => (at === last ? markedTurn(turn, mark) : turn)),
  };
}

function markFor(ttl: CacheTtl): CacheControl {
  return { type: 'ephemeral', ...(ttl === '1h' ? { ttl } : {}) };
}

/** Members of a body that hold marks, in the order in which Anthropic reads a prompt. */
const PROMPT_MEMBERS = ['tools', 'system', 'messages'] as const;

/**
 * The marks of a body of the Messages API, whatever kind of block has them: blocks that tools of
 * the provider left, and blocks within those, take marks as well. What callers send as data has
 * none.
 */
function marksInBody(body: JsonObject): CacheMark[] {
  return [...PROMPT_MEMBERS.flatMap((name) => marksWithin(body[name], name)), ...markIn(body, '')];
}

function marksWithin(value: unknown, path: string): CacheMark[] {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.flatMap((item, at) => marksWithin(item, `${path}[${at}]`));
  }
  if (!isObject(value)) return [];
  const inner = Object.entries(value).flatMap(([name, member]) =>
    name === MARK || isCallerData(name) || typeof member !== 'object'
      ? []
      : marksWithin(member, `${path}.${name}`),
  );
  return [...inner, ...markIn(value, `${path}.`)];
}

const MARK = 'cache_control';

function markIn(holder: JsonObject, prefix: string): CacheMark[] {
  const mark = holder[MARK] ?? null;
  if (mark === null) return [];
  return [{ param: prefix + MARK, ttl: asObject(mark)['ttl'] ?? TTL_ALWAYS_PRICED }];
}

function markedTurn(turn: unknown, mark: CacheControl): JsonObject {
  const { content, ...rest } = asObject(turn);
  return { ...rest, content: markedBlocks(content, mark) };
}

/** Blocks with a mark on the last one; a text as one block. What may not be marked stays. */
function markedBlocks(content: unknown, mark: CacheControl): unknown {
  const blocks: readonly unknown[] =
    typeof content === 'string' ? [{ type: 'text', text: content }] : asList(content);
  const last = blocks.at(-1);
  if (!isObject(last) || isBlank(last as Markable)) return content;
  return [...blocks.slice(0, -1), { ...last, cache_control: mark }];
}
