import { newPublicId } from '@tollgate/runtime/ids';
import {
  getPlatformReconciliation,
  listPlatformReconciliations,
} from '@tollgate/contract/routes/admin/reconciliations';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { dayAgo, reconcile, usageCsv, withAcme } from '../support/reconciliation.ts';

let provider: TestProvider;
let admin: RunningAdmin;
const made: { id: string }[] = [];
beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
  await withAcme(admin, provider, ['small']);
  for (const input of [1, 2, 3]) {
    const report = usageCsv([{ day: dayAgo(1), model: 'small', input }]);
    made.unshift((await reconcile(admin, { report })).body);
  }
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

const list = (query: Record<string, string> = {}) =>
  admin.send(listPlatformReconciliations, { query });

describe('GET /api/platform/reconciliations answers 200', () => {
  test('newest first, in pages, each as its own address shows it', async () => {
    expect((await list()).body).toEqual(made);
    const page = (await list({ limit: '2' })).body;
    expect(page).toEqual(made.slice(0, 2));
    expect((await list({ limit: '2', before: page[1].id })).body).toEqual(made.slice(2));
  });
});

describe('GET /api/platform/reconciliations answers 422', () => {
  test.each([{ before: 'x' }, { before: newPublicId('usr') }, { limit: '0' }, { limit: '1001' }])(
    '%j',
    async (query) => {
      const refused = await list(query);
      expect(refused.status).toBe(422);
      expect(refused.body.detail[0].loc).toEqual(['query', Object.keys(query)[0]]);
    },
  );
});

test('an unknown reconciliation is answered with 404', async () => {
  const params = { reconciliation_id: newPublicId('rcn') };
  expect((await admin.send(getPlatformReconciliation, { params })).status).toBe(404);
});
