import { verifyPlatformLedger } from '../../../../services/admin/src/routes/ledger/verify.ts';
import { aDatabase } from '../../../support/database.ts';
import { anAdmin } from '../support/admin.ts';
import { aBilling } from '../support/billing.ts';

describe('GET /api/platform/ledger/verify answers 200', () => {
  test('every invariant by name', async () => {
    const database = await aDatabase();
    const billing = await aBilling(database);
    const admin = await anAdmin({ database, billingUrl: billing.url });
    const { body } = await admin.send(verifyPlatformLedger);
    expect(body.ok).toBe(true);
    expect(body.checks.length).toBeGreaterThan(0);
    await billing.drop();
    await admin.drop();
  });
});

describe('GET /api/platform/ledger/verify answers 503', () => {
  test('while billing is away', async () => {
    const admin = await anAdmin();
    expect((await admin.send(verifyPlatformLedger)).status).toBe(503);
    await admin.drop();
  });
});
