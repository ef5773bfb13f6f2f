import { hash } from 'node:crypto';

/** The longest name of a function that every provider takes, in characters. */
const NAME_CHARACTERS_MAX = 64;
const HASH_CHARACTERS = 8;
const SEPARATOR = '__';

/**
 * The name under which a model knows a function of a namespace. Too long a name is cut, and made
 * unique by a hash of the whole.
 */
export function flatNameOf(name: string, namespace: string | null | undefined): string {
  if (namespace === null || namespace === undefined) return name;
  const whole = namespace + SEPARATOR + name;
  if (whole.length <= NAME_CHARACTERS_MAX) return whole;
  const start = whole.slice(0, NAME_CHARACTERS_MAX - HASH_CHARACTERS - 1);
  return `${start}_${hash('sha256', whole).slice(0, HASH_CHARACTERS)}`;
}
