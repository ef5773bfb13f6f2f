import { createHash } from 'node:crypto';
import { isStorable } from '@tollgate/contract/text';
import { MalformedReply } from '../../adapter/adapter.ts';
import type { JsonObject } from '../../json.ts';

/** The most calls of one choice. */
export const CALLS_MAX = 128;
/** The highest index that a provider may give a call. */
export const CALL_INDEX_MAX = 1_023;
/** Characters of arguments in all calls of one answer. */
export const ARGUMENTS_CHARACTERS_MAX = 4_194_304;

const ID_CHARACTERS = 24;
/** The pattern of ids and names that a caller can hand back. */
const CALL_ID_CHARACTERS_MAX = 512;
const CALL_NAME_CHARACTERS_MAX = 256;

/** @throws MalformedReply when a call has an id or a name that no caller could hand back */
export function assertCallHead({ id, name }: { id: string; name: string }): void {
  if (id.length > CALL_ID_CHARACTERS_MAX || name.length > CALL_NAME_CHARACTERS_MAX) {
    throw new MalformedReply('a call has an id or a name without end');
  }
  if (!isStorable(id) || !isStorable(name)) {
    throw new MalformedReply('a call has an id or a name that is no text');
  }
}

/**
 * The arguments of a call that came whole, as text: an object becomes its JSON, and what is absent,
 * null, blank or the word `null` is `{}`, which clients can parse.
 */
export function wholeArguments(value: unknown): string {
  if (typeof value === 'string') return NOTHING.test(value) ? NO_ARGUMENTS : value;
  return JSON.stringify(value ?? {});
}

/**
 * Arguments that say nothing: models of some providers write `null` for a function without
 * parameters.
 */
const NOTHING = /^\s*(?:null\s*)?$/u;
/** What may become such arguments when more follows. */
const MAYBE_NOTHING = /^\s*(?:n|nu|nul|null\s*)?$/u;
/**
 * Blanks and beginnings of a word that are held back at most, because each piece is looked at with
 * them.
 */
const HELD_CHARACTERS_MAX = 1_024;

/** Holds the pieces of a call's arguments back while they may still say nothing. */
export class ArgumentPieces {
  #held = '';
  #hasBegun = false;

  /** Takes a piece and gives what may be sent on. */
  push(piece: string): string {
    if (this.#hasBegun) return piece;
    this.#held += piece;
    if (this.#held.length <= HELD_CHARACTERS_MAX && MAYBE_NOTHING.test(this.#held)) return '';
    this.#hasBegun = true;
    return this.#held;
  }

  /**
   * The missing end of the arguments: `{}` where nothing was said, else nothing or the beginning of
   * a word that was cut.
   */
  end(): string {
    if (this.#hasBegun) return '';
    this.#hasBegun = true;
    return wholeArguments(this.#held);
  }
}

/** The arguments of a call that has none. */
const NO_ARGUMENTS = '{}';

/** An id for a call to which the provider gave none; the same reply always gives the same. */
export function madeCallId(reply: JsonObject, choice: number, position: number): string {
  const seed = JSON.stringify([reply['id'], reply['created'], reply['model'], choice, position]);
  return `call_${createHash('sha256').update(seed).digest('hex').slice(0, ID_CHARACTERS)}`;
}

/**
 * The id of a call for a provider with stricter rules than ours: the id itself where it fits, else
 * an id made from it, the same for the call and for its result.
 */
export function fittingCallId(id: string, fits: RegExp): string {
  if (fits.test(id)) return id;
  return `call_${createHash('sha256').update(id).digest('hex').slice(0, ID_CHARACTERS)}`;
}
