import type {
  AssistantMessage,
  CacheControl,
  Message,
  ToolMessage,
  UserMessage,
} from '@tollgate/contract/chat';
import type { Endpoint } from '../../adapter/adapter.ts';
import { argumentsAsObject } from '../../adapter/call-arguments.ts';
import {
  lastMark,
  markedAtEnd,
  markOfAnswer,
  sendableMark,
  unmarked,
} from '../../adapter/cache-marks.ts';
import type { TurnKinds } from '../../claude/thinking.ts';
import { fittingCallId } from '../chat-completions/call-ids.ts';
import { contentFor } from './replay.ts';
import type { WireBlock, WireTurn } from './types.ts';

type Part = Exclude<UserMessage['content'], string>[number];
type PdfFile = Extract<Part, { type: 'file' }>['file'];
type Call = NonNullable<AssistantMessage['tool_calls']>[number];

/** The ids of calls that the provider takes; other providers take more. */
const CALL_ID = /^[a-zA-Z0-9_-]+$/u;
const DATA_URL = /^data:([^;]+);base64,(.*)$/su;

/** Blocks of an answer that may carry a mark; thinking may not. */
const MARKABLE: ReadonlySet<string> = new Set(['text', 'tool_use']);

const KINDS: Partial<Record<string, TurnKinds['kinds'][number]>> = {
  thinking: 'thinking',
  redacted_thinking: 'thinking',
  tool_use: 'call',
  tool_result: 'result',
};

/** What a turn holds, for the rules that do not depend on the wire. */
export function kindsOf({ role, content }: WireTurn): TurnKinds {
  return { role, kinds: content.map(({ type }) => KINDS[type] ?? 'other') };
}

/** The system messages; the provider takes them together in front of the conversation. */
export function systemOf(messages: readonly Message[]): WireBlock[] {
  return messages.flatMap((message) =>
    message.role === 'system' ? textsOf(markedAtEnd(message).content) : [],
  );
}

/**
 * The conversation in turns. The results of all calls of one turn come in one turn of the user,
 * with what the user says next behind them; a turn without content is left out.
 */
export function turnsOf(messages: readonly Message[], endpoint: Endpoint): WireTurn[] {
  const turns: WireTurn[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const turn = turnOf(message, endpoint);
    const last = turns.at(-1);
    if (turn.content.length === 0) continue;
    if (last?.role === 'user' && turn.role === 'user') last.content.push(...turn.content);
    else turns.push(turn);
  }
  return turns;
}

function turnOf(message: Exclude<Message, { role: 'system' }>, endpoint: Endpoint): WireTurn {
  if (message.role === 'assistant') {
    const kept = contentFor(message, endpoint);
    const mark = markOfAnswer(message, kept !== null);
    const content = markedLast(kept ?? builtContent(message), mark);
    return { role: 'assistant', content };
  }
  const content =
    message.role === 'tool' ? [resultOf(message)] : partsOf(markedAtEnd(message).content);
  return { role: 'user', content };
}

function resultOf(message: ToolMessage): WireBlock {
  const { tool_call_id: id, content, cache_control: mark, is_error: failed } = message;
  const result = typeof content === 'string' ? content : partsOf(content.map(unmarked));
  const block = {
    type: 'tool_result',
    tool_use_id: fittingCallId(id, CALL_ID),
    content: result,
    ...(failed === true ? { is_error: true } : {}),
  };
  return marked(block, mark ?? lastMark(content));
}

function partsOf(content: UserMessage['content']): WireBlock[] {
  if (typeof content === 'string') return textsOf(content);
  return content.flatMap(partOf);
}

function partOf(part: Part): WireBlock[] {
  if (part.type === 'text') return textsOf([part]);
  if (part.type === 'file') return [marked(documentOf(part.file), sendableMark(part))];
  return [marked({ type: 'image', source: sourceOf(part.image_url.url) }, sendableMark(part))];
}

/** The provider fetches addresses itself. */
function sourceOf(url: string): object {
  const [, mediaType, data] = DATA_URL.exec(url) ?? [];
  return mediaType === undefined
    ? { type: 'url', url }
    : { type: 'base64', media_type: mediaType, data };
}

function documentOf({ file_data: url, filename }: PdfFile): WireBlock {
  return { type: 'document', source: sourceOf(url), ...(filename ? { title: filename } : {}) };
}

/** Text as blocks; texts of blanks alone are left out, because the provider refuses them. */
function textsOf(
  content: string | readonly { text: string; cache_control?: CacheControl | null }[],
): WireBlock[] {
  const parts = typeof content === 'string' ? [{ text: content }] : content;
  return parts
    .filter(({ text }) => text.trim() !== '')
    .map((part) => marked({ type: 'text', text: part.text }, sendableMark(part)));
}

function marked(block: WireBlock, mark: CacheControl | undefined): WireBlock {
  return mark === undefined ? block : { ...block, cache_control: mark };
}

/** Marks an answer at its last block that may carry a mark. */
function markedLast(blocks: WireBlock[], mark: CacheControl | undefined): WireBlock[] {
  if (mark === undefined) return blocks;
  const last = blocks.findLastIndex(({ type }) => MARKABLE.has(type));
  return blocks.map((block, at) => (at === last ? marked(block, mark) : block));
}

/**
 * An answer that carries no content of the provider's own: text, then calls. Unsigned thinking
 * cannot go back.
 */
function builtContent(message: AssistantMessage): WireBlock[] {
  return [...saidBy(message), ...(message.tool_calls ?? []).map(toWireCall)];
}

/** The provider has no refusals in a conversation, so an earlier refusal goes as plain text. */
function saidBy({ content, refusal }: AssistantMessage): WireBlock[] {
  if (content === null || content === undefined || content === '') return textsOf(refusal ?? '');
  if (typeof content === 'string') return textsOf(content);
  return content.flatMap((part) => textsOf(part.type === 'text' ? [part] : part.refusal));
}

function toWireCall({ id, function: called }: Call): WireBlock {
  const input = argumentsAsObject(called.arguments);
  return { type: 'tool_use', id: fittingCallId(id, CALL_ID), name: called.name, input };
}
