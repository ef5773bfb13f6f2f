import { decodeId, encodeId, newPublicId, newUuid, timeOfUuid } from './ids.ts';

test('a public id reads back as its uuid', () => {
  const uuid = newUuid();
  expect(decodeId('key', encodeId('key', uuid))).toBe(uuid);
});

test.each([
  '',
  'key_',
  'usr_01jd0000000000000000000000',
  'key_zzzzzzzzzzzzzzzzzzzzzzzzzz',
  'key_01JD0000000000000000000000',
  'key_01jd00000000000000000000001',
  '../x',
])('%j is no key id', (text) => expect(decodeId('key', text)).toBeNull());

test('ids sort by the time they were made', () => {
  const ids = Array.from({ length: 50 }, () => newPublicId('req'));
  expect([...ids].sort()).toEqual(ids);
});

test('a uuid tells when it was made', () => {
  const before = Date.now();
  const time = timeOfUuid(newUuid()).getTime();
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
});
