import { createHash } from 'node:crypto';

/** The longest key of a cache that OpenAI takes. */
const CACHE_KEY_CHARACTERS_MAX = 64;

/**
 * The key of a cache as OpenAI takes it: a longer key goes as its digest, because only equality of
 * keys matters.
 */
export function cacheKeyOf(key: string | null | undefined): string | null | undefined {
  if (key === null || key === undefined || key.length <= CACHE_KEY_CHARACTERS_MAX) return key;
  return createHash('sha256').update(key).digest('base64url');
}
