import { addresses } from './address.ts';

const { parseSearch, stringifySearch } = addresses;

test.each([
  [{ status: '502' }, '?status=502'],
  [{ stream: 'true', model: 'acme/fast' }, '?stream=true&model=acme%2Ffast'],
  [{ offset: 50, holds: true }, '?offset=50&holds=true'],
])('%j is written as people would', (search, written) => {
  expect(stringifySearch(search)).toBe(written);
});

test('values are read as numbers and words where these are written back alike, else as texts', () => {
  expect(parseSearch('?status=502&holds=true&id=007&columns=%5B%22p50%22%5D')).toEqual({
    status: 502,
    holds: true,
    id: '007',
    columns: ['p50'],
  });
  expect(parseSearch('?status=%22502%22&odd=%5Bx')).toEqual({ status: '502', odd: '[x' });
});
