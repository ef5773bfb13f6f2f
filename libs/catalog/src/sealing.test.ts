import { randomBytes } from 'node:crypto';
import { parseMasterKey, rewrap, seal, SealError, unseal } from './sealing.ts';
import type { MasterKey } from './sealing.ts';

const ID = '0190a000-0000-7000-8000-000000000001';
const OTHER_ID = '0190a000-0000-7000-8000-000000000002';
const FIELDS = { api_key: 'provider-key', region: 'eu' };

const aKey = (): string => randomBytes(32).toString('base64');
const masterOf = (current: string, keys: Record<string, string>): MasterKey =>
  parseMasterKey(JSON.stringify({ current, keys }));

describe('sealing', () => {
  const v1 = aKey();
  const old = masterOf('v1', { v1 });

  test('opens what was sealed for the same id, and no two boxes are alike', () => {
    const [one, two] = [seal(old, ID, FIELDS), seal(old, ID, FIELDS)];
    expect(unseal(old, ID, one)).toEqual(FIELDS);
    expect(one.box.equals(two.box)).toBe(false);
    expect(one.wrappedKey.equals(two.wrappedKey)).toBe(false);
    expect(one.box.includes('provider-key')).toBe(false);
  });

  test('V07: a row under another id stays shut', () => {
    expect(() => unseal(old, OTHER_ID, seal(old, ID, FIELDS))).toThrow(SealError);
  });

  test('V07: box and key of different rows do not fit, even of the same id', () => {
    const [one, two] = [seal(old, ID, FIELDS), seal(old, ID, FIELDS)];
    expect(() => unseal(old, ID, { ...one, box: two.box })).toThrow(SealError);
  });

  test('V07: any flipped bit, cut end or empty value stays shut', () => {
    const sealed = seal(old, ID, FIELDS);
    for (const part of ['wrappedKey', 'box'] as const) {
      for (let at = 0; at < sealed[part].length; at += 1) {
        const bytes = Buffer.from(sealed[part]);
        bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
        expect(() => unseal(old, ID, { ...sealed, [part]: bytes })).toThrow(SealError);
      }
      const cut = sealed[part].subarray(0, -1);
      expect(() => unseal(old, ID, { ...sealed, [part]: cut })).toThrow(SealError);
      expect(() => unseal(old, ID, { ...sealed, [part]: Buffer.alloc(0) })).toThrow(SealError);
    }
  });

  test('V07: an old version opens while its key is listed, and not afterwards', () => {
    const sealed = seal(old, ID, FIELDS);
    const v2 = aKey();
    const both = masterOf('v2', { v1, v2 });
    expect(unseal(both, ID, sealed)).toEqual(FIELDS);
    const wrapped = rewrap(both, ID, sealed);
    expect(wrapped.masterVersion).toBe('v2');
    expect(wrapped.box).toBe(sealed.box);
    const fresh = masterOf('v2', { v2 });
    expect(unseal(fresh, ID, wrapped)).toEqual(FIELDS);
    expect(() => unseal(fresh, ID, sealed)).toThrow(/version v1/);
    expect(rewrap(both, ID, wrapped)).toBe(wrapped);
  });

  test('V07: a version that names another key stays shut', () => {
    const both = masterOf('v2', { v1, v2: v1 });
    const sealed = seal(old, ID, FIELDS);
    expect(() => unseal(both, ID, { ...sealed, masterVersion: 'v2' })).toThrow(SealError);
  });
});

describe('the master key', () => {
  test.each([
    'no json',
    'null',
    '{}',
    '{"current":"v1","keys":{}}',
    '{"current":"v1","keys":{"v1":""}}',
    '{"current":"v1","keys":{"v1":"c2hvcnQ="}}',
    `{"current":"v2","keys":{"v1":"${aKey()}"}}`,
  ])('refuses %.40s without repeating it', (json) => {
    expect(() => parseMasterKey(json)).toThrow(/^CREDENTIAL_MASTER_KEY/);
    expect(() => parseMasterKey(json)).not.toThrow(/c2hvcnQ/);
  });
});
