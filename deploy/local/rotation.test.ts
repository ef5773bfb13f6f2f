import { randomBytes } from 'node:crypto';
import { secretFault } from '@tollgate/runtime/secret-faults';
import { generateKeys } from './keys.ts';
import { nextValue, SERVICE_KEY, SHARED_SECRETS } from '../operations/next-value.ts';
import {
  rotateReasoningKey,
  rotateServiceKey,
  rotateTokenKeys,
  rotateVersioned,
} from '../operations/rotation.ts';

interface Versioned {
  current: string;
  keys: Record<string, string>;
}
const read = (value: string): Versioned => JSON.parse(value) as Versioned;

test('a versioned secret is added, used and the only one left', () => {
  const first = randomBytes(32).toString('base64');
  const added = rotateVersioned(first, 'add');
  expect(read(added)).toMatchObject({ current: 'v1', keys: { v1: first } });
  expect(Object.keys(read(added).keys)).toEqual(['v1', 'v2']);
  expect(Buffer.from(read(added).keys['v2'] ?? '', 'base64')).toHaveLength(32);
  const used = rotateVersioned(added, 'use');
  expect(read(used)).toEqual({ ...read(added), current: 'v2' });
  const retired = rotateVersioned(used, 'retire');
  expect(read(retired)).toEqual({ current: 'v2', keys: { v2: read(added).keys['v2'] } });
  expect(Object.keys(read(rotateVersioned(retired, 'add')).keys)).toEqual(['v2', 'v3']);
});

test('a reasoning key that was exchanged stays for 30 days', () => {
  const { reasoningKey } = { reasoningKey: { current: 'v1', keys: { v1: 'c2VjcmV0' } } };
  const day = (days: number): Date => new Date(Date.UTC(2026, 0, 1 + days));
  const added = rotateReasoningKey(JSON.stringify(reasoningKey), 'add', day(0));
  const used = rotateReasoningKey(added, 'use', day(1));
  expect(read(used)).toMatchObject({ current: 'v2', retired: { v1: day(1).toISOString() } });
  expect(rotateReasoningKey(used, 'retire', day(31))).toBe(used);
  const again = rotateReasoningKey(rotateReasoningKey(used, 'add', day(5)), 'use', day(6));
  expect(Object.keys(read(again).keys)).toEqual(['v1', 'v2', 'v3']);
  const late = read(rotateReasoningKey(again, 'retire', day(32)));
  expect([late.current, Object.keys(late.keys)]).toEqual(['v3', ['v2', 'v3']]);
  expect(() => rotateReasoningKey(used, 'use', day(2))).toThrow('add one');
  expect(() => rotateReasoningKey(added, 'add', day(2))).toThrow('there already');
});

test('a step that does not follow is refused', () => {
  const added = rotateVersioned('c2VjcmV0', 'add');
  expect(() => rotateVersioned(added, 'add')).toThrow('there already');
  expect(() => rotateVersioned(added, 'retire')).toThrow('not in use');
  expect(() => rotateVersioned('c2VjcmV0', 'use')).toThrow('add one');
});

test('token keys: the second is believed first, then it signs, then it is alone', async () => {
  const { userTokenKey } = await generateKeys();
  const kids = (value: string): unknown[] =>
    (JSON.parse(value) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
  const added = await rotateTokenKeys(JSON.stringify(userTokenKey), 'add');
  expect(kids(added)).toEqual(['user', 'user.2']);
  const used = await rotateTokenKeys(added, 'use');
  expect(kids(used)).toEqual(['user.2', 'user']);
  const retired = await rotateTokenKeys(used, 'retire');
  expect(kids(retired)).toEqual(['user.2']);
  expect(kids(await rotateTokenKeys(retired, 'add'))).toEqual(['user.2', 'user.3']);
  await expect(rotateTokenKeys(added, 'add')).rejects.toThrow('there already');
  await expect(rotateTokenKeys(retired, 'use')).rejects.toThrow('add one');
});

test("a service's key: everybody trusts it before it signs, and the old one goes last", async () => {
  const { signing, trust } = await generateKeys();
  const inference = signing['inference'];
  if (inference === undefined) throw new Error('inference has no key');
  const now = { SERVICE_SIGNING_KEY: inference, SERVICE_TRUST_KEYS: trust };
  const trusted = ({ SERVICE_TRUST_KEYS }: typeof now): unknown[] =>
    SERVICE_TRUST_KEYS.keys.map(({ kid }) => kid);
  const added = await rotateServiceKey(now, 'add');
  expect(added.SERVICE_SIGNING_KEY).toEqual(inference);
  expect(trusted(added)).toEqual([...trusted(now), 'inference.2']);
  expect(JSON.stringify(added.SERVICE_TRUST_KEYS)).not.toContain('"d"');
  const used = await rotateServiceKey(added, 'use');
  expect(used.SERVICE_SIGNING_KEY.kid).toBe('inference.2');
  const retired = await rotateServiceKey(used, 'retire');
  expect(trusted(retired)).not.toContain('inference');
  expect(trusted(retired)).toHaveLength(trusted(now).length);
  await expect(rotateServiceKey(now, 'use')).rejects.toThrow('add one');
});

test('every value on the way is one that a process takes', async () => {
  const { keyPepper, credentialMasterKey, userTokenKey } = await generateKeys();
  let pepper = keyPepper;
  let master = JSON.stringify(credentialMasterKey);
  let tokens = JSON.stringify(userTokenKey);
  for (const step of ['add', 'use', 'retire'] as const) {
    pepper = rotateVersioned(pepper, step);
    master = rotateVersioned(master, step);
    tokens = await rotateTokenKeys(tokens, step);
    expect(secretFault('bytes', pepper)).toBeNull();
    expect(secretFault('key-ring', master)).toBeNull();
    expect(secretFault('signing-keys', tokens)).toBeNull();
  }
  const weak = JSON.stringify({ current: 'v1', keys: { v1: Buffer.alloc(32).toString('base64') } });
  expect(secretFault('bytes', weak)).toContain('repeats');
  expect(secretFault('signing-keys', '{"keys":[]}')).toContain('private');
  expect(secretFault('signing-keys', '{"keys":[{"kty":"OKP"}]}')).toContain('private');
});

test.each([...SHARED_SECRETS, SERVICE_KEY])(
  'what is no value of %s is refused, without the value',
  async (name) => {
    const long = JSON.stringify({ current: 'v1', keys: { v1: 'garbage' } });
    for (const value of ['', 'garbage', '{"keys":[]}', long]) {
      const refused = await nextValue(name, 'add', value).catch((error: Error) => error.message);
      expect(refused).toMatch(/^The value of \w+ that was given must /u);
      expect(refused).toContain('Give the one that is in use now');
      expect(refused).not.toContain('garbage');
    }
  },
);

test('a value that is in use goes through each step of its exchange', async () => {
  const { keyPepper, reasoningKey, signing, trust } = await generateKeys();
  for (const [name, value] of [
    ['KEY_PEPPER', keyPepper],
    ['REASONING_KEY', JSON.stringify(reasoningKey)],
    [
      SERVICE_KEY,
      JSON.stringify({ SERVICE_SIGNING_KEY: signing['edge'], SERVICE_TRUST_KEYS: trust }),
    ],
  ] as const) {
    const added = await nextValue(name, 'add', value);
    const used = await nextValue(name, 'use', added);
    expect(await nextValue(name, 'retire', used)).toEqual(expect.any(String));
  }
});
