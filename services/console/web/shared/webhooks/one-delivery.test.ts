import { rendered } from '../../rendering.ts';
import type { Rendered } from '../../rendering.ts';
import type { DeliveryDetail } from './api.ts';
import type { Attempts } from './one-delivery.tsx';

interface Parts {
  Attempts: typeof Attempts;
}

let built: Rendered<Parts>;
beforeAll(async () => {
  built = await rendered<Parts>('shared/webhooks/one-delivery.tsx');
});

const attempts = (tries: DeliveryDetail['tries']): string =>
  built.server.renderToStaticMarkup(built.react.createElement(built.part.Attempts, { tries }));

const AT = '2026-12-31T00:00:00Z';

test('each attempt shows its status, or that none came, and the beginning of its answer as text', () => {
  const markup = attempts([
    { number: 3, at: AT, duration_ms: 12, status: 204, failure: null, answer: '' },
    { number: 2, at: AT, duration_ms: 90, status: 500, failure: 'status 500', answer: '<b>x' },
    { number: 1, at: AT, duration_ms: 5_000, status: null, failure: 'timeout', answer: '' },
  ]);
  const rows = markup.split('<tr').slice(2);
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatch(/text-good">204</u);
  expect(rows[1]).toMatch(/text-bad">500</u);
  expect(rows[1]).toContain('&lt;b&gt;x');
  expect(rows[1]).toContain('status 500');
  expect(rows[2]).toMatch(/text-bad">no response</u);
  expect(rows[2]).toContain('timeout');
});

test('before the first attempt it says that there was none', () => {
  expect(attempts([])).toContain('No attempts yet.');
});
