import { Type } from 'typebox';
import type { TString } from 'typebox';

/** What {@link isStorable} takes, as a pattern of JSON Schema. */
export const STORABLE_PATTERN = '^[^\\u0000\\p{Cs}]*$';

/** Whether PostgreSQL can keep a text: it has no NUL and no halves of surrogate pairs, in columns and in JSON. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** A name or an id that a caller chooses and that may be stored. Texts of messages are not stored and have no such rule. */
export const StorableText = (lengths: { minLength?: number; maxLength: number }): TString =>
  Type.String({ ...lengths, pattern: STORABLE_PATTERN });
