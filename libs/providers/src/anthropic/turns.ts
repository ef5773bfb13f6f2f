import type { AssistantMessage, Message, ToolMessage, UserMessage } from '@tollgate/contract/chat';
import type { Target } from '../adapter.ts';
import type { TurnKinds } from '../claude/thinking.ts';
import { isObject, parseJson } from '../json.ts';
import { fittingCallId } from '../wire/chat-completions/call-ids.ts';
import { contentFor } from './replay.ts';
import type { WireBlock, WireTurn } from './types.ts';

type Part = Exclude<UserMessage['content'], string>[number];
type Call = NonNullable<AssistantMessage['tool_calls']>[number];

/** What the vendor takes as the id of a call; other vendors take more. */
const CALL_ID = /^[a-zA-Z0-9_-]+$/u;
const DATA_URL = /^data:([^;]+);base64,(.*)$/su;

const KINDS: Partial<Record<string, TurnKinds['kinds'][number]>> = {
  thinking: 'thought',
  redacted_thinking: 'thought',
  tool_use: 'call',
  tool_result: 'result',
};

/** What a turn holds, for the rules that do not depend on the wire. */
export function kindsOf({ role, content }: WireTurn): TurnKinds {
  return { role, kinds: content.map(({ type }) => KINDS[type] ?? 'other') };
}

/** The system messages, which the vendor has in one place in front of the conversation. */
export function systemOf(messages: readonly Message[]): WireBlock[] {
  return messages.flatMap((message) => (message.role === 'system' ? textsOf(message.content) : []));
}

/**
 * The conversation in turns. The results of all calls of one turn come in one turn of the user, with what
 * the user says next behind them; a turn without content is none.
 */
export function turnsOf(messages: readonly Message[], target: Target): WireTurn[] {
  const turns: WireTurn[] = [];
  for (const message of messages) {
    if (message.role === 'system') continue;
    const turn = turnOf(message, target);
    const last = turns.at(-1);
    if (turn.content.length === 0) continue;
    if (last?.role === 'user' && turn.role === 'user') last.content.push(...turn.content);
    else turns.push(turn);
  }
  return turns;
}

function turnOf(message: Exclude<Message, { role: 'system' }>, target: Target): WireTurn {
  if (message.role === 'assistant') {
    const content = contentFor(message, target) ?? builtContent(message);
    return { role: 'assistant', content };
  }
  const content = message.role === 'tool' ? [resultOf(message)] : partsOf(message.content);
  return { role: 'user', content };
}

function resultOf({ tool_call_id: id, content }: ToolMessage): WireBlock {
  const result = typeof content === 'string' ? content : textsOf(content);
  return { type: 'tool_result', tool_use_id: fittingCallId(id, CALL_ID), content: result };
}

function partsOf(content: UserMessage['content']): WireBlock[] {
  if (typeof content === 'string') return textsOf(content);
  return content.flatMap(partOf);
}

function partOf(part: Part): WireBlock[] {
  if (part.type === 'text') return textsOf(part.text);
  const [, mediaType, data] = DATA_URL.exec(part.image_url.url) ?? [];
  return [{ type: 'image', source: { type: 'base64', media_type: mediaType, data } }];
}

/** Text as blocks; the vendor refuses such as hold blanks alone. */
function textsOf(content: string | readonly { text: string }[]): WireBlock[] {
  const texts = typeof content === 'string' ? [content] : content.map(({ text }) => text);
  return texts.filter((text) => text.trim() !== '').map((text) => ({ type: 'text', text }));
}

/** An answer that carries no content of the vendor's own: text, then calls. Unsigned thoughts can not go back. */
function builtContent(message: AssistantMessage): WireBlock[] {
  return [...saidBy(message), ...(message.tool_calls ?? []).map(toWireCall)];
}

/** The vendor knows no refusals in a conversation: an earlier one is the text that it was. */
function saidBy({ content, refusal }: AssistantMessage): WireBlock[] {
  if (content === null || content === undefined || content === '') return textsOf(refusal ?? '');
  if (typeof content === 'string') return textsOf(content);
  return content.flatMap((part) => textsOf(part.type === 'text' ? part.text : part.refusal));
}

function toWireCall({ id, function: called }: Call): WireBlock {
  const input = argumentsOf(called.arguments) ?? {};
  return { type: 'tool_use', id: fittingCallId(id, CALL_ID), name: called.name, input };
}

/** The arguments of a call as the object that the vendor wants; undefined when they are none. */
export function argumentsOf(text: string): Record<string, unknown> | undefined {
  const value = text.trim() === '' ? {} : parseJson(text);
  return isObject(value) ? value : undefined;
}
