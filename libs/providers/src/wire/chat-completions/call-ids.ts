import { createHash } from 'node:crypto';
import type { JsonObject } from '../../json.ts';

/** The most calls of one choice. */
export const CALLS_MAX = 128;
/** The highest index that a vendor may give a call. */
export const CALL_INDEX_MAX = 1_023;
/** Characters of arguments in all calls of one answer. */
export const ARGUMENTS_CHARACTERS_MAX = 4_194_304;

const ID_CHARACTERS = 24;

/** An id for a call to which the vendor gave none; the same reply always gives the same. */
export function madeCallId(reply: JsonObject, choice: number, position: number): string {
  const seed = JSON.stringify([reply['id'], reply['created'], reply['model'], choice, position]);
  return `call_${createHash('sha256').update(seed).digest('hex').slice(0, ID_CHARACTERS)}`;
}
