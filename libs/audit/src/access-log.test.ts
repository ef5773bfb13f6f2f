import { redactUrl } from './access-log.ts';

const KEY = `svc_live_${'a'.repeat(49)}`;

test('E42: of a query only the names of its parameters stay', () => {
  expect(redactUrl(`/v1/models?api_key=${KEY}&limit=5`)).toBe(
    '/v1/models?api_key=[redacted]&limit=[redacted]',
  );
});

test.each([`/v1/${KEY}/x`, `/v1/models?${KEY}`, `/v1/models?${KEY}=1`, `/v1?a=${KEY}?b=${KEY}`])(
  'a secret where it does not belong: %.20s',
  (url) => {
    expect(redactUrl(url)).not.toContain(KEY);
  },
);

test('characters that the database cannot keep are left out, and long addresses are cut', () => {
  expect(redactUrl('/a\u0000b\ud800c')).toBe('/ab\ufffdc');
  expect(redactUrl(`/${'x'.repeat(10_000)}`)).toHaveLength(500);
});
