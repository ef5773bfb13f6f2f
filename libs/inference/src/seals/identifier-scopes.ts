import { createHmac, hkdfSync } from 'node:crypto';
import type { IdentifierScope } from '@tollgate/providers/engine/one-off-request';
import type { ReasoningKey } from './reasoning-seal.ts';

/** What the key is for: no other use of the secret comes to the same one. */
const PURPOSE = 'tollgate caller identifiers';
const KEY_BYTES = 32;

/** The scope of an owner of keys. */
export type IdentifierScopes = (ownerId: string) => IdentifierScope;

/**
 * Scopes for the names that callers choose: 43 characters of `A-Z a-z 0-9 - _`, which every
 * provider takes (OpenAI 64 characters at most). Every process has the same key, so an owner's name
 * is the same at all of them. The key follows from the current key of REASONING_KEY: with the
 * exchange of that, names change once.
 */
export function createIdentifierScopes({ current, keys }: ReasoningKey): IdentifierScopes {
  const secret = keys.get(current);
  if (secret === undefined) throw new TypeError('the current key is not there');
  const key = Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, KEY_BYTES));
  return (ownerId) => (chosen) =>
    createHmac('sha256', key).update(`${ownerId}\0`).update(chosen).digest('base64url');
}
