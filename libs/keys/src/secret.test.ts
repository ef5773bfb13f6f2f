import { crc32 } from 'node:zlib';
import {
  mintAdministratorToken,
  mintSecret,
  readAdministratorToken,
  readPepper,
  readSecret,
} from './secret.ts';

const PEPPER = readPepper(Buffer.alloc(32, 7).toString('base64'));

describe('a minted secret', () => {
  test.each(['live', 'test'] as const)('of mode %s has the public form', (mode) => {
    const minted = mintSecret(mode, PEPPER);
    expect(minted.secret).toMatch(new RegExp(`^svc_${mode}_[0-9A-Za-z]{49}$`));
    expect(minted.secret.startsWith(minted.prefix)).toBe(true);
    expect(minted.prefix).toHaveLength(13);
    expect(minted.secret.endsWith(minted.last4)).toBe(true);
  });

  test('reads back to its own digest and mode', () => {
    const minted = mintSecret('test', PEPPER);
    expect(readSecret(minted.secret, PEPPER)).toEqual({
      mode: 'test',
      digests: [{ digest: minted.digest, pepperVersion: 'v1', isOlder: false }],
    });
  });

  test('never comes twice', () => {
    const seen = new Set(Array.from({ length: 1_000 }, () => mintSecret('live', PEPPER).secret));
    expect(seen.size).toBe(1_000);
  });

  test('carries the CRC-32 of what stands before it', () => {
    const { secret } = mintSecret('live', PEPPER);
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const value = secret
      .slice(-6)
      .split('')
      .reduce((sum, c) => sum * 62 + alphabet.indexOf(c), 0);
    expect(value).toBe(crc32(secret.slice(0, -6)));
  });
});

describe('K02, K03, K05: a text that is no secret', () => {
  const { secret } = mintSecret('live', PEPPER);
  const changed = (at: number): string => {
    const other = secret[at] === 'a' ? 'b' : 'a';
    return secret.slice(0, at) + other + secret.slice(at + 1);
  };
  test.each([
    ['empty', ''],
    ['an injection', "svc_live_' OR 1=1--"],
    ['a wildcard', 'svc_live_%'],
    ['huge', `svc_live_${'a'.repeat(100_000)}`],
    ['another provider', 'sk-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['one character short', secret.slice(0, -1)],
    ['one character long', `${secret}a`],
    ['a space behind', `${secret} `],
    ['a line end behind', `${secret}\n`],
    ['a zero-width space behind', `${secret}\u200B`],
    ['two keys', `${secret},${secret}`],
    ['one random character changed', changed(20)],
    ['its last character changed', changed(secret.length - 1)],
    ['the mode changed', secret.replace('svc_live_', 'svc_test_')],
    ['upper case', secret.toUpperCase()],
    ['lower case', secret.toLowerCase()],
    ['with NUL', secret.replace(/.$/, '\0')],
  ])('%s', (_name, text) => {
    expect(readSecret(text, PEPPER)).toBeNull();
  });
});

describe('K16: the digest', () => {
  test('depends on the pepper', () => {
    const { secret, digest } = mintSecret('live', PEPPER);
    const other = readPepper(Buffer.alloc(32, 8).toString('base64'));
    expect(readSecret(secret, other)?.digests[0].digest).not.toEqual(digest);
  });

  test('takes a pepper of 32 bytes', () => {
    const bytes = Buffer.alloc(32, 5);
    const { current, versions } = readPepper(bytes.toString('base64'));
    expect(current).toBe('v1');
    expect([...versions].map(([version, key]) => [version, key.export()])).toEqual([['v1', bytes]]);
  });

  test.each(['', 'c2hvcnQ=', Buffer.alloc(31).toString('base64')])(
    'needs a long pepper, not %p',
    (pepper) => {
      expect(() => readPepper(pepper)).toThrow('KEY_PEPPER');
    },
  );

  const [first, second] = [6, 7].map((byte) => Buffer.alloc(32, byte).toString('base64'));
  const both = (current: string) =>
    readPepper(JSON.stringify({ current, keys: { v1: first, v2: second } }));

  test('is of the current pepper for new keys, and is looked for under every one', () => {
    const old = mintSecret('live', readPepper(first ?? ''));
    expect(old.pepperVersion).toBe('v1');
    expect(readSecret(old.secret, both('v2'))?.digests).toEqual([
      { pepperVersion: 'v2', digest: expect.any(Buffer), isOlder: false },
      { pepperVersion: 'v1', digest: old.digest, isOlder: true },
    ]);
    const fresh = mintSecret('live', both('v2'));
    expect(fresh.pepperVersion).toBe('v2');
    expect(fresh.digest).toEqual(readSecret(fresh.secret, both('v2'))?.digests[0].digest);
  });

  test('a pepper that is on its way in is no older one', () => {
    const fresh = mintSecret('live', both('v2'));
    expect(readSecret(fresh.secret, both('v1'))?.digests).toEqual([
      { pepperVersion: 'v1', digest: expect.any(Buffer), isOlder: false },
      { pepperVersion: 'v2', digest: fresh.digest, isOlder: false },
    ]);
  });

  test.each([
    '{',
    '{"current":"v2","keys":{"v1":"c2hvcnQ="}}',
    '{"current":"v1","keys":{"v1":"c2hvcnQ="}}',
    '{"current":"v1"}',
  ])('refuses versions such as %s without repeating them', (text) => {
    expect(() => readPepper(text)).toThrow(/^KEY_PEPPER/);
    expect(() => readPepper(text)).not.toThrow(/c2hvcnQ/);
  });
});

describe('a token of an administrator', () => {
  const { token, digest, last4 } = mintAdministratorToken(PEPPER);

  test('reads back to its own digest, and is no key', () => {
    expect(token.endsWith(last4)).toBe(true);
    expect(readAdministratorToken(token, PEPPER)).toEqual([
      { digest, pepperVersion: 'v1', isOlder: false },
    ]);
    expect(readSecret(token, PEPPER)).toBeNull();
  });

  test.each([
    ['a key', mintSecret('live', PEPPER).secret],
    ['one with another character', `${token.slice(0, -1)}${last4.endsWith('0') ? '1' : '0'}`],
    ['one that is longer', `${token}0`],
  ])('%s is none', (_what, text) => expect(readAdministratorToken(text, PEPPER)).toBeNull());
});
