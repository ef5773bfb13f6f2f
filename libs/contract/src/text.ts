import { Type } from 'typebox';
import type { TString } from 'typebox';

/** What {@link isStorable} takes, as a pattern of JSON Schema. */
export const STORABLE_PATTERN = '^[^\\u0000\\p{Cs}]*$';

/** Classes of Unicode that patterns of ours name, as ranges that every tool knows. */
const PORTABLE_CLASSES: Readonly<Record<string, string>> = {
  '\\u0000': '\\x00',
  '\\p{Cc}': '\\x00-\\x1f\\x7f-\\x9f',
  // Halves of surrogate pairs cannot be sent as UTF-8, and a range of them is a range of whole
  // pairs to some tools.
  '\\p{Cs}': '',
};

/**
 * A pattern as the served interface description has it: not every tool that reads the description
 * knows classes of Unicode.
 */
export function portablePattern(pattern: string): string {
  return Object.entries(PORTABLE_CLASSES).reduce(
    (text, [unicode, portable]) => text.replaceAll(unicode, portable),
    pattern,
  );
}

/**
 * Whether PostgreSQL can keep a text: it has no NUL and no halves of surrogate pairs, in columns
 * and in JSON.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/**
 * A name or an id that a caller chooses and that may be stored. Texts of messages are not stored
 * and have no such rule.
 */
export const StorableText = (lengths: { minLength?: number; maxLength: number }): TString =>
  Type.String({ ...lengths, pattern: STORABLE_PATTERN });
