import { lastSaid } from '../last-said.ts';
import type { Marks } from '../last-said.ts';
import { isJson } from '../openai/chat-request.ts';

/** A JSON object. */
export type Json = Record<string, unknown>;

/** One turn of a conversation. */
export interface Turn {
  role: string;
  parts: Json[];
}

/** The turns of a body, whatever is in them. */
export function turnsIn(body: unknown): Turn[] {
  const contents = isJson(body) && Array.isArray(body['contents']) ? body['contents'] : [];
  return contents.filter(isJson).map(({ role, parts }) => ({
    role: typeof role === 'string' ? role : 'user',
    parts: Array.isArray(parts) ? parts.filter(isJson) : [],
  }));
}

/** The text of parts that are no reasoning. */
export function textOf(parts: readonly Json[]): string {
  const texts = parts.map(({ text, thought }) => (thought === true ? '' : text));
  return texts.filter((text) => typeof text === 'string').join('');
}

const MARKS: Marks<Turn> = {
  isUser: ({ role, parts }) =>
    role === 'user' && parts.some(({ functionResponse }) => functionResponse === undefined),
  isResult: ({ parts }) => parts.some(({ functionResponse }) => functionResponse !== undefined),
  hasMedia: ({ parts }) => parts.some((part) => 'inlineData' in part || 'fileData' in part),
};

/** Where the user has last said something. */
export function lastSaidIn(turns: readonly Turn[]): number {
  return lastSaid(turns, MARKS);
}

/** Text of the last user turn with its directives; empty when there is none. */
export function lastUserText(body: unknown): string {
  const turns = turnsIn(body);
  return textOf(turns[lastSaidIn(turns)]?.parts ?? []);
}

/** The objects under a name in the parts. */
export function membersOf(parts: readonly Json[], name: string): Json[] {
  return parts.map((part) => part[name]).filter(isJson);
}
