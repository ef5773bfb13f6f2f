import type { GatewayError } from '@tollgate/contract/error-codes';
import { IDEMPOTENCY_KEY_CHARACTERS_MAX } from '@tollgate/contract/idempotency-key';
import { canonicalJson, readIdempotencyKey, stillRunning } from './idempotency.ts';

describe('an idempotency key', () => {
  test.each(['a', '!', '~', '"quoted"', 'k'.repeat(IDEMPOTENCY_KEY_CHARACTERS_MAX)])(
    '%.20j is taken as it stands',
    (key) => expect(readIdempotencyKey(key)).toBe(key),
  );

  test('may be absent', () => expect(readIdempotencyKey(undefined)).toBeNull());

  test.each([
    ['empty', ''],
    ['too long', 'k'.repeat(IDEMPOTENCY_KEY_CHARACTERS_MAX + 1)],
    ['a blank inside', 'a b'],
    ['a blank at the end', 'a '],
    ['a tab', 'a\tb'],
    ['a control character', 'a\u0007'],
    ['delete', 'a\u007f'],
    ['beyond ASCII', 'ä'],
  ])('%s is refused', (_what, key) => {
    expect(() => readIdempotencyKey(key)).toThrow(
      expect.objectContaining({ code: 'invalid_idempotency_key', status: 400 }) as GatewayError,
    );
  });
});

test('a repetition of a call that still runs is told to wait longer the longer the call runs', () => {
  const ages = [0, 1_000, 2_500, 5_000, 10_000, 60_000];
  expect(ages.map((ageMs) => stillRunning(ageMs).retryAfterSeconds)).toEqual([1, 1, 2, 4, 8, 15]);
});

test('the fingerprint does not depend on the order of names', () => {
  expect(canonicalJson({ b: [1, { d: 2, c: undefined }], a: null })).toBe(
    '{"a":null,"b":[1,{"d":2}]}',
  );
});
