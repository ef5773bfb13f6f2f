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

/** The text of parts that are no thoughts. */
export function textOf(parts: readonly Json[]): string {
  const texts = parts.map(({ text, thought }) => (thought === true ? '' : text));
  return texts.filter((text) => typeof text === 'string').join('');
}

/** Whether a user says something in this turn, rather than a tool. */
export function isUserSaying({ role, parts }: Turn): boolean {
  return role === 'user' && parts.some(({ functionResponse }) => functionResponse === undefined);
}

/** Text of the last user turn with its directives; empty when there is none. */
export function lastUserText(body: unknown): string {
  return textOf(turnsIn(body).findLast(isUserSaying)?.parts ?? []);
}

/** The objects under a name in the parts. */
export function membersOf(parts: readonly Json[], name: string): Json[] {
  return parts.map((part) => part[name]).filter(isJson);
}
