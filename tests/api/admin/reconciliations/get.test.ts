import { getPlatformReconciliation } from '@tollgate/contract/routes/admin/reconciliations';
import { anAdmin } from '../support/admin.ts';
import type { RunningAdmin } from '../support/admin.ts';
import { aProvider } from '../support/provider.ts';
import type { TestProvider } from '../support/provider.ts';
import { compareAll, dayAgo, reconcile, usageCsv, withAcme } from '../support/reconciliation.ts';

let provider: TestProvider;
let admin: RunningAdmin;
beforeAll(async () => {
  provider = await aProvider();
  admin = await anAdmin({ allowedUpstreams: provider.address });
  await withAcme(admin, provider, ['small']);
});
afterAll(async () => {
  await admin.drop();
  await provider.drop();
});

describe('GET /api/platform/reconciliations/{reconciliation_id} answers 200', () => {
  test('what was begun can be left and found again, before and after it is done', async () => {
    const report = usageCsv([{ day: dayAgo(1), model: 'small', input: 1 }]);
    const { body } = await reconcile(admin, { report });
    const read = () =>
      admin.send(getPlatformReconciliation, { params: { reconciliation_id: body.id } });
    expect((await read()).body).toEqual(body);
    expect((await admin.request('GET', body.status_url)).body).toEqual(body);
    await compareAll(admin);
    expect((await read()).body).toMatchObject({
      id: body.id,
      status: 'done',
      days_compared: 1,
      counts: { equal: 0, differs: 0, report_only: 1, book_only: 0 },
    });
  });
});
