import { createIdentifierScopes } from './identifier-scopes.ts';
import type { IdentifierScopes } from './identifier-scopes.ts';

const OWNER = '019b76da-a800-7000-8000-000000000001';
const OTHER = '019b76da-a800-7000-8000-000000000002';

function scopesUnder(current: string): IdentifierScopes {
  const keys = new Map([
    ['v1', Buffer.alloc(32, 1)],
    ['v2', Buffer.alloc(32, 2)],
  ]);
  return createIdentifierScopes({ current, keys, retiredAtMs: new Map() });
}

test('a name is the same in every process, for as long as the secret is', () => {
  const name = scopesUnder('v1')(OWNER)('session-1');
  // HKDF and HMAC by another implementation.
  expect(name).toBe('HssPELEVehZIZLcp2L6eqhG-lly7D7rTYALYeWnLg3Q');
  expect(scopesUnder('v1')(OWNER)('session-1')).toBe(name);
  expect(scopesUnder('v2')(OWNER)('session-1')).not.toBe(name);
});

test.each(['a', 'x'.repeat(512), 'Grüße 👋', ''])(
  'the name for %j has letters, digits, dashes and underscores, within what every provider takes',
  (chosen) => expect(scopesUnder('v1')(OWNER)(chosen)).toMatch(/^[A-Za-z0-9_-]{43}$/u),
);

test('owners who choose the same have different names, and one owner has one for each choice', () => {
  const scopes = scopesUnder('v1');
  const names = [scopes(OWNER)('a'), scopes(OTHER)('a'), scopes(OWNER)('b')];
  expect(new Set(names).size).toBe(3);
});
