import { isObject, parseJson } from '../json.ts';
import type { JsonObject } from '../json.ts';

/**
 * The member for arguments that are no JSON object, under the name that they have on our own
 * `/v1/messages`.
 */
const UNREADABLE = 'unreadable_arguments';

/**
 * The arguments of an earlier call as an object, for wires that take nothing else. A model may have
 * been cut off within them, and what was answered is taken back, so arguments that are no object go
 * as a text within one.
 * @param text of JSON; nothing about it is certain
 */
export function argumentsAsObject(text: string): JsonObject {
  if (text.trim() === '') return {};
  const value = parseJson(text);
  return isObject(value) ? value : asUnreadable(text);
}

/** Arguments that are no object, within one. */
export function asUnreadable(text: string): JsonObject {
  return { [UNREADABLE]: text };
}
