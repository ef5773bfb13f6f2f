import { examples } from '../examples.ts';
import { pageOf, rendered } from '../rendering.ts';
import type { Rendered } from '../rendering.ts';
import type * as pages from './router.tsx';

let built: Rendered<typeof pages>;
let detail: object;
beforeAll(async () => {
  built = await rendered<typeof pages>('platform/router.tsx');
  const of = await examples();
  detail = of('/api/platform/requests/{public_id}') as object;
});

const requestWith = (facts: object): Promise<string> =>
  pageOf(built, '/console/platform/requests/req_1', [
    [['request', 'req_1'], { ...detail, ...facts }],
  ]);

test('a failed call says to an administrator why, what to do and where to read more', async () => {
  const facts = { outcome: 'refused', status: 402, error_code: 'insufficient_credit' };
  const page = await requestWith(facts);
  expect(page).toContain('Why this call failed');
  expect(page).toContain('did not have the credit that the call could cost at most');
  expect(page).toContain('Grant credit on the page of the user.');
  expect(page).toContain('href="/docs/errors#insufficient_credit"');
});

test('a served call has nothing to explain', async () => {
  const page = await requestWith({ outcome: 'served', status: 200, error_code: null });
  expect(page).not.toContain('Why this call failed');
});
