import { listPlatformLosses } from '@tollgate/contract/routes/admin/losses';
import { aDatabase } from '../../../support/database.ts';
import { anAdmin } from '../support/admin.ts';
import { aBilling } from '../support/billing.ts';

describe('GET /api/platform/losses answers 200', () => {
  test('nobody, as long as nothing was lost', async () => {
    const database = await aDatabase();
    const billing = await aBilling(database);
    const admin = await anAdmin({ database, billingUrl: billing.url });
    expect((await admin.send(listPlatformLosses)).body).toEqual([]);
    await billing.drop();
    await admin.drop();
  });
});

describe('GET /api/platform/losses answers 422', () => {
  test('more days than are looked back', async () => {
    const admin = await anAdmin();
    const answer = await admin.send(listPlatformLosses, { query: { days: '100000' } });
    expect(answer.status).toBe(422);
    await admin.drop();
  });
});
